// What test runners really print where something failed, and where the first failure stands in it.

export interface RunnerOutput {
  output: string;
  /** Counted from 1. */
  line: number;
  has: readonly string[];
  hasNot?: readonly string[];
}

export const runnerOutputs: Readonly<Record<string, RunnerOutput>> = {
  "TAP of node:test, nested": {
    output: `TAP version 13
# Subtest: outer
    # Subtest: passes
    ok 1 - passes
      ---
      duration_ms: 1.714841
      ...
    # Subtest: adds
    not ok 2 - adds
      ---
      duration_ms: 0.852343
      location: 'a.test.mjs:2:72'
      failureType: 'testCodeFailure'
      error: '2 == 3'
      code: 'ERR_ASSERTION'
      expected: 3
      actual: 2
      ...
    1..2
not ok 1 - outer
  ---
  error: '1 subtest failed'
  ...
1..1
# fail 2
`,
    line: 9,
    has: ["not ok 2 - adds", "error: '2 == 3'", "actual: 2"],
    hasNot: ["subtest failed", "passes"],
  },
  "the spec reporter of node:test": {
    output: `▶ outer
  ✔ passes (0.678996ms)
  ✖ adds (0.883529ms)
✖ outer (2.620953ms)
ℹ tests 3
ℹ fail 2

✖ failing tests:

test at a.test.mjs:2:72
✖ adds (0.883529ms)
  AssertionError [ERR_ASSERTION]: 2 == 3
      at TestContext.<anonymous> (a.test.mjs:2:100) {
    actual: 2,
    expected: 3
  }

test at a.test.mjs:2:1
✖ outer (2.620953ms)
  '1 subtest failed'
`,
    line: 10,
    has: ["test at a.test.mjs:2:72", "2 == 3", "expected: 3"],
    hasNot: ["1 subtest failed"],
  },
  "an older spec reporter, without a list at the end": {
    output: `▶ outer
  ✖ adds (0.883529ms)
    AssertionError [ERR_ASSERTION]: 2 == 3

✖ outer (2.620953ms)
`,
    line: 2,
    has: ["✖ adds", "2 == 3"],
    hasNot: ["outer"],
  },
  "JUnit's XML": {
    output: `<?xml version="1.0" encoding="utf-8"?>
<testsuites>
	<testsuite name="outer" errors="0" tests="2" failures="1">
		<testcase name="passes" time="0.000843" classname="test"/>
		<testcase name="adds" time="0.001139" classname="test">
			<failure type="testCodeFailure" message="2 &lt; 3">
Error [ERR_TEST_FAILURE]: 2 == 3
    at TestContext.&lt;anonymous> (a.test.mjs:2:72)
			</failure>
		</testcase>
		<testcase name="other"><failure message="no">later</failure></testcase>
	</testsuite>
</testsuites>
`,
    line: 6,
    has: ["test > adds:", "2 < 3", "2 == 3", "<anonymous>"],
    hasNot: ["later", "passes"],
  },
  "JUnit's XML on one line": {
    output: `<testsuites><testsuite name="s" errors="1">${'<testcase name="fine" classname="c"></testcase>'.repeat(30)}<testcase name="adds" classname="c"><error message="boom">at a.c:1</error></testcase></testsuite></testsuites>\n`,
    line: 1,
    has: ["c > adds:", "boom", "at a.c:1"],
    hasNot: ["fine"],
  },
  jest: {
    output: `PASS src/b.test.js
FAIL src/a.test.js
  math
    ✓ passes (2 ms)
    ✕ adds (3 ms)

  ● math › adds

    expect(received).toBe(expected) // Object.is equality

    Expected: 3
    Received: 2

      at Object.<anonymous> (src/a.test.js:3:18)

  ● math › takes away

    boom

Test Suites: 1 failed, 1 passed, 2 total
`,
    line: 7,
    has: ["● math › adds", "Expected: 3", "src/a.test.js:3:18"],
    hasNot: ["takes away", "boom"],
  },
  vitest: {
    output: ` ❯ src/a.test.ts (2 tests | 1 failed) 5ms
   × adds 4ms
     → expected 2 to be 3

⎯⎯⎯⎯⎯⎯⎯ Failed Tests 1 ⎯⎯⎯⎯⎯⎯⎯

 FAIL  src/a.test.ts > adds
AssertionError: expected 2 to be 3 // Object.is equality

- Expected
+ Received

 ❯ src/a.test.ts:4:17

⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯⎯[1/1]⎯
`,
    line: 7,
    has: ["FAIL  src/a.test.ts > adds", "expected 2 to be 3", "src/a.test.ts:4:17"],
  },
  mocha: {
    output: `  math
    ✔ passes
    1) adds
    2) takes away


  1 passing (5ms)
  2 failing

  1) math
       adds:

      AssertionError [ERR_ASSERTION]: 2 == 3
      + expected - actual

      at Context.<anonymous> (test/a.js:4:12)

  2) math
       takes away:
     Error: boom
`,
    line: 10,
    has: ["1) math", "adds:", "2 == 3"],
    hasNot: ["boom"],
  },
  "bun test": {
    output: `bun test v1.4.4

b.test.ts:
(pass) passes [0.03ms]
1 | import { expect, test } from "bun:test";
2 | test("adds", () => { expect(1 + 1).toBe(3); });
                                       ^
error: expect(received).toBe(expected)

Expected: 3
Received: 2

      at <anonymous> (b.test.ts:2:62)
(fail) adds [0.28ms]

 1 pass
 1 fail
`,
    line: 5,
    has: ["toBe(expected)", "Received: 2", "(fail) adds"],
    hasNot: ["(pass)"],
  },
  pytest: {
    output: `.F                                                                       [100%]
=================================== FAILURES ===================================
__________________________________ test_adds ___________________________________

    def test_adds():
        total = add(1, 1)
>       assert total == 2
E       assert 0 == 2

test_x.py:10: AssertionError
=========================== short test summary info ============================
FAILED test_x.py::test_adds - assert 0 == 2
1 failed, 1 passed in 1.11s
`,
    line: 3,
    has: ["test_adds", "E       assert 0 == 2", "test_x.py:10"],
    hasNot: ["short test summary"],
  },
  "pytest with a long test": {
    output: `=================================== FAILURES ===================================
__________________________________ test_long ___________________________________

${"    step()\n".repeat(60)}>       assert total == 2
E       assert 0 == 2

test_x.py:70: AssertionError
=========================== short test summary info ============================
`,
    line: 2,
    has: ["test_long", "E       assert 0 == 2"],
  },
  "pytest without its sections": {
    output: "F\nFAILED test_x.py::test_adds - assert 0 == 2\n1 failed in 1.11s\n",
    line: 2,
    has: ["FAILED test_x.py::test_adds - assert 0 == 2"],
    hasNot: ["1 failed in"],
  },
  unittest: {
    output: `.F
======================================================================
FAIL: test_adds (t_x.A.test_adds)
----------------------------------------------------------------------
Traceback (most recent call last):
  File "t_x.py", line 4, in test_adds
    self.assertEqual(1+1, 3)
AssertionError: 2 != 3

======================================================================
ERROR: test_other (t_x.A.test_other)
`,
    line: 3,
    has: ["FAIL: test_adds", "2 != 3"],
    hasNot: ["test_other"],
  },
  "go test": {
    output: `--- FAIL: TestAdd (0.00s)
    math_test.go:7: got 3, want 4
    math_test.go:8: and so on
FAIL
exit status 1
FAIL	example.com/math	0.002s
`,
    line: 1,
    has: ["--- FAIL: TestAdd", "got 3, want 4"],
    hasNot: ["exit status"],
  },
  "go test -v": {
    output: `=== RUN   TestFine
--- PASS: TestFine (0.00s)
=== RUN   TestAdd
    math_test.go:7: got 3, want 4
--- FAIL: TestAdd (0.00s)
FAIL
`,
    line: 4,
    has: ["got 3, want 4", "--- FAIL: TestAdd"],
    hasNot: ["TestFine"],
  },
  "cargo test": {
    output: `running 2 tests
test tests::passes ... ok
test tests::adds ... FAILED

failures:

---- tests::adds stdout ----

thread 'tests::adds' (2663) panicked at src/lib.rs:5:25:
assertion \`left == right\` failed
  left: 0
 right: 2
stack backtrace:
   0: __rustc::rust_begin_unwind

failures:
    tests::adds
`,
    line: 7,
    has: ["tests::adds", "panicked at src/lib.rs:5:25", "right: 2"],
    hasNot: ["backtrace"],
  },
  "a panic outside tests": {
    output: "starting\nthread 'main' panicked at src/main.rs:2:5:\nboom\nnote: run with RUST_BACKTRACE=1\n",
    line: 2,
    has: ["panicked at src/main.rs:2:5", "boom"],
    hasNot: ["note:"],
  },
  rspec: {
    output: `.F

Failures:

  1) Math adds
     Failure/Error: expect(1 + 1).to eq(3)

       expected: 3
            got: 2

Finished in 0.01 seconds
`,
    line: 5,
    has: ["1) Math adds", "got: 2"],
  },
};
