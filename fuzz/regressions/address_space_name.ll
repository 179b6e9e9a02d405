; taken
target datalayout = "e-p3(shared):32:32"
