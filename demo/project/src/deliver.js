// Delivers one event to one subscriber, and tries again when that fails.
import { policy, schedule } from "./retry-policy.js";
import { sign } from "./sign.js";

export async function deliver(event, subscriber, { send, wait, log, deadLetters }) {
  const delays = schedule(policy);
  const request = { url: subscriber.url, body: event.body, headers: sign(event.body, subscriber.secret) };
  let answer = await send(request);

  for (let attempt = 1; attempt < policy.retries - 1; attempt += 1) {
    if (answer.ok) return answer;
    log(`${subscriber.name}: attempt ${attempt} failed with ${answer.status}`);
    await wait(delays[attempt - 1] * 1000);
    answer = await send(request);
  }

  if (!answer.ok) await deadLetters.append({ event, subscriber: subscriber.name, status: answer.status });
  return answer;
}
