// What compilers, linters and programs in general really print where something failed.
import type { RunnerOutput } from "./runner-outputs.ts";

export const buildOutputs: Readonly<Record<string, RunnerOutput>> = {
  tsc: {
    output: `src/a.ts(1,7): error TS2322: Type 'string' is not assignable to type 'number'.
src/b.ts(4,1): error TS2304: Cannot find name 'y'.
`,
    line: 1,
    has: ["TS2322"],
    hasNot: ["TS2304"],
  },
  eslint: {
    output: `
src/a.js
  1:7   warning  'x' is assigned a value but never used  no-unused-vars
  3:10  error    'y' is not defined                      no-undef

✖ 2 problems (1 error, 1 warning)
`,
    line: 2,
    has: ["src/a.js", "3:10  error    'y' is not defined"],
    hasNot: ["warning", "problems"],
  },
  oxlint: {
    output: `
  ! eslint(no-unused-vars): Variable 'a' is declared but never used.
   ,-[d.js:1:15]
   \`----

  x eslint(no-debugger): \`debugger\` statement is not allowed
   ,-[d.js:1:1]
 1 | debugger; var a = 1;
   \`----
  help: Remove the debugger statement

Found 1 warning and 1 error.
`,
    line: 6,
    has: ["no-debugger", "d.js:1:1"],
    hasNot: ["no-unused-vars", "Found"],
  },
  "gcc under make": {
    output: `gcc e.c
e.c: In function ‘main’:
e.c:1:20: error: ‘x’ undeclared (first use in this function)
    1 | int main(){ return x; }
      |                    ^
make: *** [Makefile:2: all] Error 1
`,
    line: 3,
    has: ["‘x’ undeclared", "return x"],
    hasNot: ["make:"],
  },
  rustc: {
    output: `   Compiling demo v0.1.0
error[E0308]: mismatched types
 --> src/lib.rs:1:21
  |
1 | pub fn f() -> i32 { "a" }

error: could not compile \`demo\` (lib) due to 1 previous error
`,
    line: 2,
    has: ["mismatched types", "src/lib.rs:1:21"],
    hasNot: ["could not compile"],
  },
  "the go compiler": {
    output: "# example.com/math\n./math.go:5:2: undefined: y\n",
    line: 2,
    has: ["undefined: y"],
  },
  "a traceback": {
    output: `working
Traceback (most recent call last):
  File "a.py", line 1, in <module>
    boom()
NameError: name 'boom' is not defined
more
`,
    line: 2,
    has: ["Traceback", "NameError: name 'boom'"],
    hasNot: ["more"],
  },
  "an uncaught error of node": {
    output: `a.js:1
throw new Error("boom");
^

Error: boom
    at Object.<anonymous> (a.js:1:7)

Node.js v22.0.0
`,
    line: 5,
    has: ["Error: boom", "a.js:1:7"],
    hasNot: ["Node.js"],
  },
  "make alone": {
    output: "sh test.sh\nmake: *** [Makefile:2: test] Error 1\n",
    line: 2,
    has: ["make: *** [Makefile:2: test] Error 1"],
  },
};
