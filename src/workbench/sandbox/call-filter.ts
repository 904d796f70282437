// Builds the filter that refuses system calls which no program inside a sandbox may make. It is a program for the
// kernel's seccomp, and bubblewrap reads it from a descriptor.

/** The number of the first call, and how many consecutive calls. */
type Calls = readonly [first: number, count: number];

interface Architecture {
  /** The kernel's id of the architecture (AUDIT_ARCH). */
  id: number;
  /**
   * The keyrings (add_key, request_key, keyctl), which no namespace separates. A process has the session
   * keyring of the person who started the hall, and may link to other keyrings of that user.
   */
  keyrings: Calls;
  /** Kernel interfaces that a worker does not need and that have a history of vulnerabilities. */
  perfEvents: Calls;
  bpf: Calls;
  userfaults: Calls;
}

/**
 * io_uring can do what other calls do without passing through the filter. Its numbers are the same on every
 * architecture.
 */
const ioUring: Calls = [425, 3];

/**
 * The list has each architecture's 32-bit variant too: the same kernel runs it, and its calls have other numbers. All
 * calls of an architecture that is not listed are refused.
 */
const architectures: readonly Architecture[] = [
  { id: 0xc000003e, keyrings: [248, 3], perfEvents: [298, 1], bpf: [321, 1], userfaults: [323, 1] }, // x86-64
  { id: 0x40000003, keyrings: [286, 3], perfEvents: [336, 1], bpf: [357, 1], userfaults: [374, 1] }, // i386
  { id: 0xc00000b7, keyrings: [217, 3], perfEvents: [241, 1], bpf: [280, 1], userfaults: [282, 1] }, // arm64
  { id: 0x40000028, keyrings: [309, 3], perfEvents: [364, 1], bpf: [386, 1], userfaults: [388, 1] }, // arm
];

const load = 0x20;
const and = 0x54;
const ifEqual = 0x15;
const ifAbove = 0x25;
const ifAtLeast = 0x35;
const give = 0x06;

const allow = 0x7fff0000;
const refuse = 0x00050001; // with EPERM
const callNumber = 0; // the offset of the call's number in the data that the filter sees
const architecture = 4;
/** Clears the bit that marks a call as x32: apart from it, the numbers are the same. */
const withoutX32 = 0xbfffffff;

/** An instruction: the code, how many steps to skip if its condition holds and if not, and a value. */
type Step = readonly [code: number, ifSo: number, ifNot: number, value: number];

export const callFilter: Uint8Array = encode([
  [load, 0, 0, architecture],
  ...architectures.flatMap(refuseCalls),
  [give, 0, 0, refuse], // an unknown architecture
]);

function refuseCalls({ id, keyrings, perfEvents, bpf, userfaults }: Architecture): Step[] {
  const steps: Step[] = [
    [load, 0, 0, callNumber],
    [and, 0, 0, withoutX32],
    ...[keyrings, perfEvents, bpf, userfaults, ioUring].flatMap(refuseRange),
    [give, 0, 0, allow],
  ];
  return [[ifEqual, 0, steps.length, id], ...steps];
}

function refuseRange([first, count]: Calls): Step[] {
  return [
    [ifAtLeast, 0, 2, first],
    [ifAbove, 1, 0, first + count - 1],
    [give, 0, 0, refuse],
  ];
}

/** Encodes the steps as the kernel reads them. All of these architectures are little-endian. */
function encode(steps: readonly Step[]): Uint8Array {
  const bytes = new DataView(new ArrayBuffer(steps.length * 8));
  for (const [index, [code, ifSo, ifNot, value]] of steps.entries()) {
    bytes.setUint16(index * 8, code, true);
    bytes.setUint8(index * 8 + 2, ifSo);
    bytes.setUint8(index * 8 + 3, ifNot);
    bytes.setUint32(index * 8 + 4, value, true);
  }
  return new Uint8Array(bytes.buffer);
}
