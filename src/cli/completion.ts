// Completion scripts, made from the command table. Nothing is asked of the hall while a person types.
import type { Command, Option } from "./command.ts";
import type { Table } from "./parse.ts";

export type Shell = "bash" | "zsh" | "fish";

export function completionScript(table: Table, shell: Shell): string {
  if (shell === "bash") return bash(table);
  return shell === "zsh" ? zsh(table) : fish(table);
}

function bash(table: Table): string {
  const cases = Object.entries(table).map(([name, command]) => bashCase(name, command));
  return `# bash completion for guild-hall: source <(guild-hall completion bash)
_guild_hall() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${[...Object.keys(table), "help", "--help", "--version"].join(" ")}" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
    help) words="${Object.keys(table).join(" ")}" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _guild_hall guild-hall
`;
}

function bashCase(name: string, command: Command): string {
  const valued = Object.entries(command.options).filter(([, option]) => option.type === "string");
  const values = valued.map(([key, option]) => `        --${key}) ${bashValue(option)} ;;\n`).join("");
  const afterOption = values === "" ? "" : `      case "$previous" in\n${values}      esac\n`;
  const words = [
    ...parameterValues(command),
    ...Object.keys(command.options).map((key) => `--${key}`),
    "--help",
  ];
  return `    ${name})\n      words="${words.join(" ")}"\n${afterOption}      ;;`;
}

/** Where a value is the person's own, nothing is offered: neither options nor, as bash would by itself, files. */
function bashValue({ values, completes }: Option): string {
  if (values !== undefined) return `words="${values.join(" ")}"`;
  return completes === "files" ? 'words=""' : 'words=""; compopt +o default 2>/dev/null';
}

function zsh(table: Table): string {
  const commands = Object.entries(table).map(
    ([name, command]) => `    ${quoted(`${name}:${escapeColon(command.summary)}`)}`,
  );
  const cases = Object.entries(table).map(([name, command]) => zshCase(name, command));
  return `#compdef guild-hall
# zsh completion for guild-hall: guild-hall completion zsh > a directory of your fpath, as _guild-hall
_guild_hall() {
  local -a commands=(
${commands.join("\n")}
  )
  if (( CURRENT == 2 )); then
    _describe command commands
    return
  fi
  local command="$words[2]"
  shift words
  (( CURRENT-- ))
  case "$command" in
${cases.join("\n")}
  esac
}
if [ "$funcstack[1]" = "_guild_hall" ]; then
  _guild_hall "$@"
else
  compdef _guild_hall guild-hall
fi
`;
}

function zshCase(name: string, command: Command): string {
  const options = Object.entries(command.options).map(([key, option]) => quoted(zshOption(key, option)));
  const parameters = command.parameters.map((parameter, at) => {
    const action = parameter.values ? `(${parameter.values.join(" ")})` : parameter.completes ? "_files" : "";
    return quoted(`${at + 1}:${parameter.name}:${action}`);
  });
  return `    ${name}) _arguments ${[...options, "'--help[this text]'", ...parameters].join(" ")} ;;`;
}

function zshOption(key: string, option: Option): string {
  const head = `${option.multiple ? "*" : ""}--${key}[${option.summary.replaceAll("]", "\\]")}]`;
  if (option.type === "boolean") return head;
  const action = option.values ? `(${option.values.join(" ")})` : option.completes ? "_files" : "";
  return `${head}:${option.value ?? key}:${action}`;
}

function fish(table: Table): string {
  const names = Object.keys(table).join(" ");
  const lines = Object.entries(table).flatMap(([name, command]) => [
    `complete -c guild-hall -f -n "not __fish_seen_subcommand_from ${names}" -a ${name} -d ${quoted(command.summary)}`,
    ...Object.entries(command.options).map((option) => fishOption(name, option)),
    ...parameterValues(command).map((value) => `complete -c guild-hall -f -n "${seen(name)}" -a ${value}`),
  ]);
  return `# fish completion for guild-hall\n${lines.join("\n")}\n`;
}

function fishOption(name: string, [key, option]: [string, Option]): string {
  const short = option.short === undefined ? "" : ` -s ${option.short}`;
  const value = option.type === "boolean" ? "" : option.completes ? " -r -F" : " -x";
  const values = option.values === undefined ? "" : ` -a ${quoted(option.values.join(" "))}`;
  return `complete -c guild-hall -n "${seen(name)}" -l ${key}${short}${value}${values} -d ${quoted(option.summary)}`;
}

function seen(name: string): string {
  return `__fish_seen_subcommand_from ${name}`;
}

function parameterValues(command: Command): readonly string[] {
  return command.parameters.flatMap((parameter) => parameter.values ?? []);
}

function escapeColon(text: string): string {
  return text.replaceAll(":", "\\:");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
