// Serves as many bytes as the URL asks for, at the given address: `way-out-source.ts ADDRESS`. Prints its port.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const chunk = Buffer.alloc(1024 * 1024, "x");

const server = createServer((request, response) => {
  let left = Number(request.url?.slice(1) ?? 0);
  response.writeHead(200, { "content-length": left });
  const send = () => {
    while (left > 0) {
      const piece = left < chunk.length ? chunk.subarray(0, left) : chunk;
      left -= piece.length;
      if (!response.write(piece)) return void response.once("drain", send);
    }
    response.end();
  };
  send();
});
server.listen(0, process.argv[2], () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
