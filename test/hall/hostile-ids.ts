// Ids that nobody made: names of other places, other alphabets, and valid ids spoiled in one place.
const valid = "0197f3a2-7c1b-7abc-8def-000000000001";
const seeds = [
  "..", ".", "...", "../victim", "../../etc/passwd", "..\\..\\windows", "/etc/passwd", "//host/share", "~", "~root",
  "%2e%2e", "%2e%2e%2f", "%252e%252e%252f", "..%c0%af", "..%00", "\0", "a\0b", "\r\n", "a\nb", "\u001b[31m", "\u202e",
  "", " ", "\t", "null", "undefined", "NaN", "0", "-1", "true", "[object Object]", "__proto__", "constructor",
  "*", "?", "#", "a?b=c", "a#b", "a;b", "a&b", "a|b", "$(id)", "`id`", "${HOME}", "-rf", "--help", "CON", "nul.txt",
  "HEAD", "refs/heads/main", "a..b", "a.lock", "@{-1}", "a~1", "a^", "a:b", ".git", ".ssh", "con.jsonl", "\ud83d\ude00",
  "\u0130", "\uff0e\uff0e\uff0f", "\u2024\u2024/", "'; DROP TABLE x; --", "<script>alert(1)</script>",
]; // prettier-ignore

/** A valid id spoiled in one place. */
const spoiled = [
  valid.toUpperCase(), ` ${valid}`, `${valid} `, `${valid}\n`, `${valid}\0`, `${valid}.json`, `${valid}/`, `/${valid}`,
  `./${valid}`, `../commissions/${valid}`, `${valid}/../${valid}`, `{${valid}}`, `urn:uuid:${valid}`, valid.slice(1),
  valid.replaceAll("-", ""), valid.replace("7abc", "4abc"), valid.replace("8def", "7def"), `${valid}${valid}`,
  valid.replace("0197", "\u0660197"), valid.replaceAll("-", "\u2010"), `${valid},${valid}`, `${valid};x=1`,
]; // prettier-ignore

export function hostileIds(): string[] {
  const joined = seeds.flatMap((a) => ["/", "%2f", valid, "\\"].map((b) => `${a}${b}${a}`));
  const lengths = [1, 2, 3, 31, 33, 35, 37, 255, 256, 4096, 9000].map((length) => "a".repeat(length));
  const digits = Array.from({ length: 36 }, (_, at) => `${valid.slice(0, at)}g${valid.slice(at + 1)}`);
  const cut = Array.from({ length: 36 }, (_, at) => valid.slice(0, at));
  const bytes = Array.from({ length: 256 }, (_, code) => `${valid.slice(0, -1)}${String.fromCharCode(code)}`);
  return [...new Set([...seeds, ...spoiled, ...joined, ...lengths, ...digits, ...cut, ...bytes])].filter(
    (id) => !/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id),
  );
}

/** Percent-encodes every byte that is not a letter or digit, also the dots that encodeURIComponent leaves. */
export function encode(id: string): string {
  return [...Buffer.from(id)]
    .map((byte) => (isPlain(byte) ? String.fromCharCode(byte) : percent(byte)))
    .join("");
}
const isPlain = (byte: number) => /[A-Za-z0-9]/.test(String.fromCharCode(byte));
const percent = (byte: number) => `%${byte.toString(16).padStart(2, "0")}`;
