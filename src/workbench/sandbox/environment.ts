// Builds the whole environment of `claude`, and of commands that run beside it. Nothing is inherited: a variable that
// is not set here does not exist.
import type { InsidePaths } from "./contain.ts";

/**
 * Variables that the gateway may add: how to reach it, how long to wait for it, and a placeholder for the credential.
 */
export const gatewayVariables = [
  "ANTHROPIC_BASE_URL",
  "ANTHROPIC_UNIX_SOCKET",
  "ANTHROPIC_API_KEY",
  "ANTHROPIC_AUTH_TOKEN",
  "API_TIMEOUT_MS",
  "BUN_CONFIG_HTTP_IDLE_TIMEOUT",
] as const;

export interface ChildEnvironmentOrder {
  inside: Pick<InsidePaths, "home" | "config" | "tmp">;
  gatewayEnv: Partial<Record<(typeof gatewayVariables)[number], string>>;
  /** The hall's own PATH, used where `claude` sees this machine's files; inside the sandbox PATH is fixed. */
  path: string;
  level: "bubblewrap" | "process" | "none";
  /** Further directories of programs, as seen inside the sandbox. */
  binaries: readonly string[];
}

export function childEnvironment(order: ChildEnvironmentOrder): Record<string, string> {
  return {
    ...commandEnvironment(order),
    CLAUDE_CONFIG_DIR: order.inside.config,
    ...fixed,
    ...granted(order.gatewayEnv),
  };
}

export type CommandEnvironmentOrder = Pick<ChildEnvironmentOrder, "path" | "level" | "binaries"> & {
  inside: Pick<InsidePaths, "home" | "tmp">;
};

/** Returns the environment of any other program that is contained like `claude`. */
export function commandEnvironment(order: CommandEnvironmentOrder): Record<string, string> {
  return {
    PATH:
      order.level === "bubblewrap"
        ? ["/usr/local/bin", "/usr/bin", "/bin", ...order.binaries].join(":")
        : order.path,
    LANG: "C.UTF-8",
    HOME: order.inside.home,
    TMPDIR: order.inside.tmp,
  };
}

/** Tells common programs to use the proxy on the sandbox's own loopback, from which there is no other way out. */
export function proxyEnvironment(port: number): Record<string, string> {
  const url = `http://127.0.0.1:${port}`;
  const none = "localhost,127.0.0.1,::1";
  const java = ["http", "https"].map((kind) => `-D${kind}.proxyHost=127.0.0.1 -D${kind}.proxyPort=${port}`);
  return {
    HTTP_PROXY: url,
    HTTPS_PROXY: url,
    ALL_PROXY: url,
    NO_PROXY: none,
    http_proxy: url,
    https_proxy: url,
    all_proxy: url,
    no_proxy: none,
    npm_config_proxy: url,
    npm_config_https_proxy: url,
    npm_config_noproxy: none,
    NODE_USE_ENV_PROXY: "1", // Node's own fetch reads the others only if this is set
    JAVA_TOOL_OPTIONS: java.join(" "), // Maven and Gradle read none of the others
  };
}

/** Tells common programs which certificates to trust. The file replaces their own roots, or is added to them. */
export function certificateEnvironment(file: string): Record<string, string> {
  return {
    NODE_EXTRA_CA_CERTS: file,
    SSL_CERT_FILE: file,
    CURL_CA_BUNDLE: file,
    REQUESTS_CA_BUNDLE: file,
    PIP_CERT: file,
    GIT_SSL_CAINFO: file,
    CARGO_HTTP_CAINFO: file,
  };
}

const fixed = {
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1", // no connections except to the model
  CLAUDE_CODE_STARTUP_FAILURE_RESULTS: "1", // a refusal at start becomes a result with its reason
  CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: "1", // otherwise one prompt may have several results
  CLAUDE_CODE_DISABLE_GIT_INSTRUCTIONS: "1", // no words on commits of its own: the hall commits
  CLAUDE_CODE_EAGER_FLUSH: "1", // the prompt is on disk before the first request, so a crash can be resumed
  CLAUDE_CODE_MAX_RETRIES: "2", // the gateway retries failed requests itself; these are for a cut connection
};

function granted(env: ChildEnvironmentOrder["gatewayEnv"]): Record<string, string> {
  return Object.fromEntries(
    gatewayVariables.flatMap((name) => {
      const value = env[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
