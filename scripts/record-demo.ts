// Writes docs/assets/demo.svg: runs the real demo in its own terminal, samples the screen, and draws what it saw.
// `node scripts/bun.js scripts/record-demo.ts`
import { writeFileSync } from "node:fs";
import { drawFilm, type Shot } from "./record-demo-picture.ts";
import { createScreen, type Screen } from "./record-demo-screen.ts";

const size = { columns: 108, rows: 33 };
/** How often the screen is sampled. */
const everyMs = 240;
const holdMs = 9000;

const root = new URL("../", import.meta.url);
const picture = new URL("docs/assets/demo.svg", root);

const shots = await record();
// With reduced motion, the screen before the last is shown: the last is only the report.
const restAtMs = shots.at(-2)?.atMs ?? 0;
const film = drawFilm({ ...size, title: "guild-hall demo", shots, holdMs, restAtMs });
writeFileSync(picture, film);
console.log(`${picture.pathname}: ${shots.length} shots, ${Math.round(film.length / 1024)} kB`);

async function record(): Promise<Shot[]> {
  const screen = createScreen(size);
  const film: Shot[] = [];
  const begun = { at: 0 };
  const look = () => addShot(film, screen, begun.at === 0 ? 0 : performance.now() - begun.at);
  const child = Bun.spawn(["node", "bin/guild-hall.js", "demo", "--once"], {
    cwd: root.pathname,
    env: { PATH: process.env["PATH"], HOME: process.env["HOME"], TMPDIR: "/tmp", TERM: "xterm-256color" },
    terminal: {
      cols: size.columns,
      rows: size.rows,
      data: (_terminal, bytes) => {
        begun.at ||= performance.now(); // the film begins with the first output
        screen.write(new TextDecoder().decode(bytes));
      },
    },
  });
  const looking = setInterval(look, everyMs);
  const code = await child.exited;
  clearInterval(looking);
  if (code !== 0) throw new Error(`The demo ended with code ${code}.`);
  look();
  return film;
}

/** Skips a screen that is empty or has not changed. */
function addShot(film: Shot[], screen: Screen, atMs: number): void {
  const rows = screen.rows();
  const isEmpty = rows.every((row) => row.length === 0);
  if (isEmpty || JSON.stringify(rows) === JSON.stringify(film.at(-1)?.rows)) return;
  film.push({ atMs: film.length === 0 ? 0 : Math.round(atMs), rows });
}
