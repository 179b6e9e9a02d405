; refused: unknown allockind quickly
declare ptr @f(i32) allockind("alloc,quickly")
