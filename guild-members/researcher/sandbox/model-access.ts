// Reads the model's address and credential from the environment.

export type CredentialName = "ANTHROPIC_API_KEY" | "ANTHROPIC_AUTH_TOKEN";

export interface ModelEndpoint {
  baseUrl: string;
  /** `null` if no credential was given; then no session can start. */
  credential: Credential | null;
}

export interface Credential {
  name: CredentialName;
  value: string;
}

export type Environment = Readonly<Record<string, string | undefined>>;

export function readModelAccess(env: Environment): ModelEndpoint {
  const names: CredentialName[] = ["ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN"];
  const name = names.find((one) => (env[one] ?? "") !== "");
  return {
    baseUrl: (env["ANTHROPIC_BASE_URL"] || "https://api.anthropic.com").replace(/\/+$/, ""),
    credential: name === undefined ? null : { name, value: env[name] ?? "" },
  };
}

/** Returns the header that carries the credential. */
export function credentialHeader({ name, value }: Credential): [string, string] {
  return name === "ANTHROPIC_API_KEY" ? ["x-api-key", value] : ["authorization", `Bearer ${value}`];
}
