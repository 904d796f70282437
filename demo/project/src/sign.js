// Signs a body with a subscriber's own secret.
import { createHmac } from "node:crypto";

export function sign(body, secret) {
  const signature = createHmac("sha256", secret).update(body).digest("hex");
  return { "content-type": "application/json", "x-lantern-signature": `sha256=${signature}` };
}
