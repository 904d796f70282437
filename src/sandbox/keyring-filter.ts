// Keeps what runs inside away from the kernel's keyrings, which no namespace separates: a process has the session
// keyring of the person who started the hall, and may link to others of the same user. The filter is a program for
// the kernel's seccomp, as bubblewrap reads it from a descriptor.

interface Architecture {
  /** As the kernel names it to the filter (AUDIT_ARCH). */
  id: number;
  /** add_key, request_key and keyctl: three numbers in a row. */
  firstCall: number;
}

/** Each with the 32-bit kind that its kernel also runs, or the filter could be walked around. */
const architectures: readonly Architecture[] = [
  { id: 0xc000003e, firstCall: 248 }, // x86-64
  { id: 0x40000003, firstCall: 286 }, // i386
  { id: 0xc00000b7, firstCall: 217 }, // arm64
  { id: 0x40000028, firstCall: 309 }, // arm
];

const load = 0x20;
const and = 0x54;
const ifEqual = 0x15;
const ifAbove = 0x25;
const ifAtLeast = 0x35;
const give = 0x06;

const allow = 0x7fff0000;
const refuse = 0x00050001; // with EPERM
const callNumber = 0; // where it stands in what the filter is shown
const architecture = 4;
/** Calls of the x32 kind are the same ones with this bit set. */
const withoutX32 = 0xbfffffff;

/** code, then how many steps to skip if so and if not, then a value. */
type Step = readonly [code: number, ifSo: number, ifNot: number, value: number];

export const keyringFilter: Uint8Array = encode([
  [load, 0, 0, architecture],
  ...architectures.flatMap(refuseCalls),
  [give, 0, 0, refuse], // an architecture that nobody knows here
]);

function refuseCalls({ id, firstCall }: Architecture): Step[] {
  return [
    [ifEqual, 0, 6, id],
    [load, 0, 0, callNumber],
    [and, 0, 0, withoutX32],
    [ifAtLeast, 0, 1, firstCall],
    [ifAbove, 0, 1, firstCall + 2],
    [give, 0, 0, allow],
    [give, 0, 0, refuse],
  ];
}

/** Both architectures are little-endian. */
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
