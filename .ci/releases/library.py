#!/usr/bin/env python3
"""What llvm-as and llvm-dis do, by the library of an old LLVM that a package of llvmlite holds.

  library.py as|dis LIBRARY [FILE]      text or bitcode of FILE, or of standard input, becomes bitcode, or text, on standard output

What the library cannot read, or its verifier refuses, is an error with LLVM's message.
"""
import ctypes, sys

POINTER, TEXT, SIZE = ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t


class Library:
    def __init__(self, path):
        self.library = ctypes.CDLL(path)

    def call(self, symbol, result, *arguments):
        """Calls a function whose parameters have the types of these pairs of type and value."""
        function = getattr(self.library, symbol)
        function.restype, function.argtypes = result, [of for of, _ in arguments]
        return function(*(value for _, value in arguments))

    def module(self, data):
        own = hasattr(self.library, "LLVMPY_ContextCreate")
        context = self.call("LLVMPY_ContextCreate" if own else "LLVMPY_GetGlobalContext", POINTER)
        message = TEXT()
        said = (ctypes.POINTER(TEXT), ctypes.byref(message))
        if data.startswith(b"BC\xc0\xde"):
            module = self.call("LLVMPY_ParseBitcode", POINTER, (POINTER, context), (TEXT, data), (SIZE, len(data)), said)
        else:
            module = self.call("LLVMPY_ParseAssembly", POINTER, (POINTER, context), (TEXT, data), said)
        if not module or self.call("LLVMPY_VerifyModule", ctypes.c_int, (POINTER, module), said):
            sys.exit("error: " + (message.value or b"no reason given").decode(errors="replace"))
        return module

    def bitcode(self, module):
        start, size = POINTER(), SIZE()
        pointers = (ctypes.POINTER(POINTER), ctypes.byref(start)), (ctypes.POINTER(SIZE), ctypes.byref(size))
        self.call("LLVMPY_WriteBitcodeToString", None, (POINTER, module), *pointers)
        return ctypes.string_at(start.value, size.value)

    def text(self, module):
        start = POINTER()
        self.call("LLVMPY_PrintModuleToString", None, (POINTER, module), (ctypes.POINTER(POINTER), ctypes.byref(start)))
        return ctypes.string_at(start.value)


def main():
    what, path, *files = sys.argv[1:]
    data = open(files[0], "rb").read() if files and files[0] != "-" else sys.stdin.buffer.read()
    library = Library(path)
    module = library.module(data)
    sys.stdout.buffer.write(library.bitcode(module) if what == "as" else library.text(module))


if __name__ == "__main__":
    main()
