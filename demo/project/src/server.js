// Takes events in and hands each to every subscriber. An event is accepted once all deliveries are under way.
import { createServer } from "node:http";
import { deliver } from "./deliver.js";

export function createRelay({ subscribers, outside }) {
  return createServer(async (request, response) => {
    const chunks = [];
    for await (const chunk of request) chunks.push(chunk);
    const event = { body: Buffer.concat(chunks).toString("utf8"), receivedAt: outside.now() };
    for (const subscriber of subscribers) {
      deliver(event, subscriber, outside).catch((error) => outside.log(`${subscriber.name}: ${error.message}`));
    }
    response.writeHead(202).end();
  });
}
