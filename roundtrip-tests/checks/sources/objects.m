// OPTIONS: -fblocks -fobjc-exceptions -fexceptions --target=arm64-apple-macos
// OPTIONS: -fblocks -fobjc-exceptions -fexceptions -fobjc-arc --target=arm64-apple-macos
// OPTIONS: -fblocks -fobjc-exceptions -fexceptions -fobjc-runtime=gnustep-2.0
int printf(const char *, ...);
typedef int (^B)(int);
@interface Root { Class isa; @public int iv; } + (id)alloc; - (id)init; @property int prop; @end
@interface K : Root - (int)calc:(int)x; @end
@implementation Root @synthesize prop = iv; + (id)alloc { return 0; } - (id)init { return self; } @end
@implementation K - (int)calc:(int)x { B b = ^(int y) { return y + x + iv; }; return b(3) + self.prop; } @end
@protocol P - (void)p; @end
int main(void) { __block int n = 0; void (^inc)(void) = ^{ n++; }; inc(); K *k = [[K alloc] init]; k.prop = 4; int r = [k calc:n]; @try { @throw k; } @catch (K *e) { r++; } @catch (id e) { r--; } @finally { printf("%d", r); } @synchronized(k) { r++; } @autoreleasepool { r += (int)[k prop]; } return r + (@selector(calc:) != 0); }
