// Builds completion scripts from the command table. The scripts send no requests to the hall.
import type { CliCommand, Option } from "./table/command.ts";
import { firstWords, type CommandTable, wordsOfGroup } from "./parse.ts";

export type Shell = "bash" | "zsh" | "fish";

export function completionScript(table: CommandTable, shell: Shell): string {
  if (shell === "bash") return bash(table);
  return shell === "zsh" ? zsh(table) : fish(table);
}

function bash(table: CommandTable): string {
  const cases = firstWords(table).map((word) => bashCase(table, word));
  return `# bash completion for guild-hall: source <(guild-hall completion bash)
_guild_hall() {
  local current="\${COMP_WORDS[COMP_CWORD]}" previous="\${COMP_WORDS[COMP_CWORD-1]}" words=""
  if [ "$COMP_CWORD" -eq 1 ]; then
    COMPREPLY=($(compgen -W "${[...firstWords(table), "help", "--help", "--version"].join(" ")}" -- "$current"))
    return
  fi
  case "\${COMP_WORDS[1]}" in
${cases.join("\n")}
    help) words="${firstWords(table).join(" ")}" ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$current"))
}
complete -o default -F _guild_hall guild-hall
`;
}

function bashCase(table: CommandTable, first: string): string {
  const command = table[first];
  const group = wordsOfGroup(table, first);
  if (command && group.length === 0) return `    ${first})\n${bashBody(command, "      ")}\n      ;;`;
  const inner = [...group, ...(command ? ["*"] : [])].map((word) => {
    const own = word === "*" ? command : table[`${first} ${word}`];
    return own ? `        ${word})\n${bashBody(own, "          ")}\n          ;;` : "";
  });
  return `    ${first})
      if [ "$COMP_CWORD" -eq 2 ]; then
        words="${[...group, ...optionsOf(command), "--help"].join(" ")}"
      else
        case "\${COMP_WORDS[2]}" in
${inner.join("\n").replace(/^/gm, "  ")}
        esac
      fi
      ;;`;
}

function bashBody(command: CliCommand, indent: string): string {
  const valued = Object.entries(command.options).filter(([, option]) => option.type === "string");
  const values = valued.map(([key, option]) => `${indent}  --${key}) ${bashValue(option)} ;;\n`).join("");
  const afterOption = values === "" ? "" : `\n${indent}case "$previous" in\n${values}${indent}esac`;
  const words = [...parameterValues(command), ...optionsOf(command), "--help"];
  return `${indent}words="${words.join(" ")}"${afterOption}`;
}

function optionsOf(command: CliCommand | undefined): string[] {
  return Object.keys(command?.options ?? {}).map((key) => `--${key}`);
}

/**
 * Returns the shell code that completes an option's value. A free-form value has no completions, not even the
 * file names that bash offers by default.
 */
function bashValue({ values, completes }: Option): string {
  if (values !== undefined) return `words="${values.join(" ")}"`;
  return completes === "files" ? 'words=""' : 'words=""; compopt +o default 2>/dev/null';
}

function zsh(table: CommandTable): string {
  const commands = firstWords(table).map((word) => `    ${zshDescribed(word, summaryOf(table, word))}`);
  const cases = firstWords(table).map((word) => zshCase(table, word));
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

function zshCase(table: CommandTable, first: string): string {
  const command = table[first];
  const words = wordsOfGroup(table, first);
  if (command && words.length === 0) return `    ${first}) ${zshArguments(command)} ;;`;
  const summaries = words.map((word) => zshDescribed(word, summaryOf(table, `${first} ${word}`)));
  const inner = [...words, ...(command ? ["*"] : [])].map((word) => {
    const own = word === "*" ? command : table[`${first} ${word}`];
    return own ? `        ${word}) ${zshArguments(own)} ;;` : "";
  });
  return `    ${first})
      if (( CURRENT == 2 )) && [[ "$words[2]" != -* ]]; then
        local -a inner=(${summaries.join(" ")})
        _describe command inner
        return
      fi
      local word="$words[2]"
      if [[ "$word" != -* ]]; then
        shift words
        (( CURRENT-- ))
      fi
      case "$word" in
${inner.join("\n")}
      esac ;;`;
}

function zshDescribed(word: string, summary: string): string {
  return quoted(`${word}:${escapeColon(summary)}`);
}

function zshArguments(command: CliCommand): string {
  const options = Object.entries(command.options).map(([key, option]) => quoted(zshOption(key, option)));
  const parameters = command.parameters.map((parameter, at) => {
    const action = parameter.values ? `(${parameter.values.join(" ")})` : parameter.completes ? "_files" : "";
    return quoted(`${at + 1}:${parameter.optional ? ":" : ""}${parameter.name}:${action}`);
  });
  return `_arguments ${[...options, "'--help[this text]'", ...parameters].join(" ")}`;
}

function zshOption(key: string, option: Option): string {
  const head = `${option.multiple ? "*" : ""}--${key}[${option.summary.replaceAll("]", "\\]")}]`;
  if (option.type === "boolean") return head;
  const action = option.values ? `(${option.values.join(" ")})` : option.completes ? "_files" : "";
  return `${head}:${option.value ?? key}:${action}`;
}

function fish(table: CommandTable): string {
  const names = firstWords(table);
  const first = names.map((word) =>
    fishWord({ when: `not ${seen(names.join(" "))}`, word, summary: summaryOf(table, word) }),
  );
  const lines = Object.entries(table).flatMap(([name, command]) => [
    ...fishInner(table, name),
    ...Object.entries(command.options).map((option) => fishOption(under(table, name), option)),
    ...parameterValues(command).map(
      (value) => `complete -c guild-hall -f -n "${under(table, name)}" -a ${value}`,
    ),
  ]);
  return `# fish completion for guild-hall\n${[...first, ...lines].join("\n")}\n`;
}

/** Completes the second word of a group's command, after the first and before any other. */
function fishInner(table: CommandTable, name: string): string[] {
  const [group = "", word] = name.split(" ");
  if (word === undefined) return [];
  const when = `${seen(group)}; and not ${seen(wordsOfGroup(table, group).join(" "))}`;
  return [fishWord({ when, word, summary: summaryOf(table, name) })];
}

function fishWord({ when, word, summary }: { when: string; word: string; summary: string }): string {
  return `complete -c guild-hall -f -n "${when}" -a ${word} -d ${quoted(summary)}`;
}

function under(table: CommandTable, name: string): string {
  const group = wordsOfGroup(table, name);
  const others = group.length === 0 ? [] : [`not ${seen(group.join(" "))}`];
  return [...name.split(" ").map(seen), ...others].join("; and ");
}

function fishOption(when: string, [key, option]: [string, Option]): string {
  const short = option.short === undefined ? "" : ` -s ${option.short}`;
  const value = option.type === "boolean" ? "" : option.completes ? " -r -F" : " -x";
  const values = option.values === undefined ? "" : ` -a ${quoted(option.values.join(" "))}`;
  return `complete -c guild-hall -n "${when}" -l ${key}${short}${value}${values} -d ${quoted(option.summary)}`;
}

function seen(words: string): string {
  return `__fish_seen_subcommand_from ${words}`;
}

/** Returns the summary of a command or a group. */
function summaryOf(table: CommandTable, name: string): string {
  return table[name]?.summary ?? `One of: ${wordsOfGroup(table, name).join(", ")}`;
}

function parameterValues(command: CliCommand): readonly string[] {
  return command.parameters.flatMap((parameter) => parameter.values ?? []);
}

function escapeColon(text: string): string {
  return text.replaceAll(":", "\\:");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
