// taken
module attributes {dlti.dl_spec = #dlti.dl_spec<i16 = dense<30> : vector<2xi64>>} {
}
