module sunda_echo

go 1.20

require github.com/ergo-services/ergo v1.999.224
