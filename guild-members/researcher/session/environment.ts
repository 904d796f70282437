// Builds claude's whole environment. Nothing is inherited: only the variables set here exist.
import type { Containment, Place } from "../sandbox/containment.ts";
import type { Credential } from "../sandbox/model-access.ts";
import { patienceMs } from "../sandbox/relay.ts";

export interface EnvironmentOrder {
  place: Place;
  sandbox: Containment["sandbox"];
  /**
   * The address of the relay, which forwards claude's requests to the model; `null` if claude reaches it
   * through `place.socket`.
   */
  relayUrl: string | null;
  credential: Credential;
  headers: Readonly<Record<string, string>>;
  /** The variable that identifies claude's processes. */
  mark: { name: string; value: string };
}

export function claudeEnvironment(order: EnvironmentOrder): Record<string, string> {
  const { place, relayUrl, credential, headers, mark } = order;
  return {
    PATH: place.path,
    LANG: "C.UTF-8",
    HOME: place.home,
    CLAUDE_CONFIG_DIR: `${place.home}/config`,
    TMPDIR: order.sandbox === "bubblewrap" ? "/tmp" : place.home,
    ...(relayUrl === null && place.socket !== null
      ? { ANTHROPIC_BASE_URL: "http://relay.invalid", ANTHROPIC_UNIX_SOCKET: place.socket }
      : { ANTHROPIC_BASE_URL: relayUrl ?? "" }),
    [credential.name]: credential.value,
    ANTHROPIC_CUSTOM_HEADERS: Object.entries(headers)
      .map(([name, value]) => `${name}: ${value}`)
      .join("\n"),
    ...(order.sandbox === "bubblewrap" ? { IS_SANDBOX: "1" } : {}),
    ...fixed,
    [mark.name]: mark.value,
  };
}

const fixed = {
  CLAUDE_AGENT_SDK_MCP_NO_PREFIX: "1", // undocumented: our tools keep their given names
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
  CLAUDE_CODE_STARTUP_FAILURE_RESULTS: "1", // a refusal at start becomes a result with its reason
  CLAUDE_CODE_DISABLE_BACKGROUND_TASKS: "1", // otherwise one prompt may have several results
  CLAUDE_CODE_MAX_RETRIES: "4",
  API_TIMEOUT_MS: String(patienceMs),
  BUN_CONFIG_HTTP_IDLE_TIMEOUT: String(patienceMs / 1000), // claude is a Bun program, whose own idle timeout is shorter
};
