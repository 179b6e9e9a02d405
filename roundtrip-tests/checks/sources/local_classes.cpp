// OPTIONS:
#include <ranges>
#include <string>
#include <vector>
#include <algorithm>
#include <iostream>
int f(std::vector<int>v){int s=0;for(int x:v|std::views::filter([](int x){return x&1;})|std::views::transform([](int x){return x*x;})|std::views::take(4))s+=x;std::ranges::sort(v);return s+v[0];}
