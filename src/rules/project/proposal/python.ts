// Proposes how to set up and check a Python project: uv, poetry or pip. The packages go into `.venv` in the worktree,
// because Debian and others keep pip from installing into the system's Python.
import type { ProposedLine } from "../../../contract/project/proposal.ts";
import { requirementFiles, type RepositoryFiles } from "./files.ts";
import { checkLine, type FoundTools, hostLine, hostOfUrl, setUpLine } from "./found.ts";
import { outlineToml, stringOf, stringsIn, type TomlOutline } from "./outline-toml.ts";

interface Read extends RepositoryFiles {
  pyproject: TomlOutline;
}

export function findPython(files: RepositoryFiles): FoundTools | null {
  const read: Read = { ...files, pyproject: outlineToml(files.texts.get("pyproject.toml") ?? "") };
  if (!isPython(read)) return null;
  const isPytest = usesPytest(read);
  const install = installOf(read, isPytest);
  const python = install === null ? "python3" : ".venv/bin/python";
  const check = checkOf(read, { python, isPytest });
  const lines = [...(install?.lines ?? []), ...check];
  return lines.length === 0 ? null : { lines, programs: [install?.program ?? "python3"], notes: [] };
}

function isPython({ paths }: Read): boolean {
  const names = [
    "pyproject.toml",
    "setup.py",
    "setup.cfg",
    "uv.lock",
    "poetry.lock",
    "manage.py",
    "pytest.ini",
  ];
  return (
    [...names, ...requirementFiles].some((name) => paths.has(name)) ||
    [...paths].some((path) => /^(?:tests?\/)?(?:test_[^/]*|[^/]*_test)\.py$/.test(path))
  );
}

function usesPytest({ paths, texts, pyproject }: Read): boolean {
  const named = [...requirementFiles, "pyproject.toml", "setup.cfg", "tox.ini"];
  return (
    ["pytest.ini", "conftest.py", "tests/conftest.py", "test/conftest.py"].some((path) => paths.has(path)) ||
    pyproject.has("tool.pytest.ini_options") ||
    named.some((name) => /(?:^|[^\w.-])pytest(?:[^\w]|$)/m.test(texts.get(name) ?? ""))
  );
}

interface Install {
  program: string;
  lines: ProposedLine[];
}

const publicHosts = ["pypi.org", "files.pythonhosted.org"];

function installOf(read: Read, isPytest: boolean): Install | null {
  const { paths, pyproject } = read;
  if (paths.has("uv.lock")) {
    const command = ["uv sync --locked", ...testExtras(pyproject).map((name) => `--extra ${name}`)].join(" ");
    return {
      program: "uv",
      lines: [setUpLine(command, "uv.lock says which packages to install"), ...hostsOf(read, "uv")],
    };
  }
  if (paths.has("poetry.lock") || pyproject.has("tool.poetry")) {
    const command = "POETRY_VIRTUALENVS_IN_PROJECT=true poetry install --no-interaction";
    const from = paths.has("poetry.lock") ? "poetry.lock" : "pyproject.toml";
    const why = `${from} says which packages to install; they go into .venv, where the checks find them`;
    return { program: "poetry", lines: [setUpLine(command, why), ...hostsOf(read, "poetry")] };
  }
  return byPip(read, isPytest);
}

function byPip(read: Read, isPytest: boolean): Install | null {
  const { paths, pyproject } = read;
  const lists = requirementFiles.filter((name) => paths.has(name));
  const isPackage = pyproject.has("project") || pyproject.has("build-system") || paths.has("setup.py");
  if (lists.length === 0 && !isPackage && !isPytest) return null;
  const extras = testExtras(pyproject);
  const itself = extras.length === 0 ? "-e ." : `-e '.[${extras.join(",")}]'`;
  const words = [
    ...lists.map((name) => `-r ${name}`),
    ...(isPackage ? [itself] : []),
    ...(isPytest && !isPytestListed(read, extras) ? ["pytest"] : []),
  ];
  const from = [
    ...lists,
    ...(isPackage ? [paths.has("pyproject.toml") ? "pyproject.toml" : "setup.py"] : []),
  ];
  const named =
    from.length === 0
      ? "the tests need pytest"
      : `${from.join(", ")} ${from.length > 1 ? "say" : "says"} which packages to install`;
  const command = `python3 -m venv .venv && .venv/bin/pip install ${words.join(" ")}`;
  return {
    program: "python3",
    lines: [
      setUpLine(command, `${named}; they go into .venv, where the checks find them`),
      ...hostsOf(read, "pip"),
    ],
  };
}

/** Whether the proposed command installs pytest without naming it. */
function isPytestListed({ texts, pyproject }: Read, extras: readonly string[]): boolean {
  const isIn = (text: string) => /(?:^|[^\w.-])pytest(?:[^\w]|$)/m.test(text);
  const optional = pyproject.get("project.optional-dependencies");
  return (
    requirementFiles.some((name) => isIn(texts.get(name) ?? "")) ||
    stringsIn(pyproject.get("project")?.get("dependencies")).some(isIn) ||
    extras.some((name) => stringsIn(optional?.get(name)).some(isIn))
  );
}

/** Optional parts of a package that are for its tests. */
function testExtras(pyproject: TomlOutline): string[] {
  const named = pyproject.get("project.optional-dependencies");
  return ["test", "tests", "testing", "dev"].filter((name) => named?.has(name));
}

const mostIndexes = 20;

function hostsOf({ texts, pyproject }: Read, manager: string): ProposedLine[] {
  const urls: { url: string; file: string; isDefault: boolean }[] = [];
  for (const file of requirementFiles)
    for (const line of (texts.get(file) ?? "").split(/\r?\n/)) {
      const [, option = "", url = ""] =
        /^\s*(-i|--index-url|--extra-index-url)[\s=]\s*(\S{1,2000})\s*$/.exec(line) ?? [];
      if (url !== "") urls.push({ url, file, isDefault: option !== "--extra-index-url" });
    }
  for (const table of ["tool.uv.index", "tool.poetry.source"]) {
    const url = stringOf(pyproject.get(table)?.get("url"));
    const isDefault = pyproject.get(table)?.get("default") === "true";
    if (url !== null) urls.push({ url, file: "pyproject.toml", isDefault });
  }
  const own = urls.flatMap(({ url, ...more }) => {
    const host = hostOfUrl(url);
    return host === null ? [] : [{ host, ...more }];
  });
  const usual = own.some(({ isDefault }) => isDefault) ? [] : publicHosts;
  const lines = [
    ...own
      .slice(0, mostIndexes)
      .map(({ host, file }) => hostLine(host, `${file} names it as a package index`)),
    ...usual.map((host) => hostLine(host, `${manager} fetches packages from it`)),
  ];
  return lines.filter(({ value }, at) => lines.findIndex((each) => each.value === value) === at);
}

function checkOf(
  { paths }: Read,
  { python, isPytest }: { python: string; isPytest: boolean },
): ProposedLine[] {
  if (isPytest) return [checkLine(`${python} -m pytest`, "the project names pytest")];
  if (paths.has("manage.py"))
    return [checkLine(`${python} manage.py test`, "there is a manage.py, as Django has")];
  for (const directory of ["tests/", "test/"]) {
    const inside = [...paths].filter((path) => path.startsWith(directory) && /\/test[^/]*\.py$/.test(path));
    if (inside.length === 0) continue;
    const place = directory.slice(0, -1);
    const top = paths.has(`${directory}__init__.py`) ? " -t ." : "";
    return [checkLine(`${python} -m unittest discover -s ${place}${top}`, `there are tests in ${directory}`)];
  }
  const atTop = [...paths].some((path) => /^test[^/]*\.py$/.test(path));
  return atTop ? [checkLine(`${python} -m unittest discover`, "there are tests at the top")] : [];
}
