// The demo's task for its researcher. Its script and its sample project are in `demo/`.
import { workerName } from "../../contract/member/member.ts";

export const demoOrder = {
  worker: workerName.parse("researcher"),
  title: "Does lantern retry as its README promises?",
  task: "An operator says that lantern gave up on a webhook far earlier than its README promises. Read the project in your work directory. Find out how often and how long lantern really retries, where the README and the code disagree, and which of the two is right. Report what should change.",
};
