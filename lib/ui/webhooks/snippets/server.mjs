import { createServer } from "node:http";
import { buffer } from "node:stream/consumers";
import { verify } from "./verify.mjs";

createServer(async (request, response) => {
  const body = await buffer(request);
  try {
    verify(process.env.WEBHOOK_SECRET, request.headers, body);
  } catch {
    response.writeHead(401).end();
    return;
  }
  response.writeHead(204).end();
  const event = JSON.parse(body);
  console.log(request.headers["webhook-id"], event.type);
}).listen(process.env.PORT);
