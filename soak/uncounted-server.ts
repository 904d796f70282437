// Listens on a Unix socket without limiting its connections, as the gateway once did. Prints a line when it listens.
import { serveHttp } from "../src/host/network/http-server.ts";

serveHttp({ at: { unix: process.argv[2] ?? "" }, maxBodyBytes: 1000, handle: () => new Response("here") });
process.stdout.write("listening\n");
