import type { Closers } from "../closers.ts";
import { BODY_LIMIT_BYTES, type Gateway } from "../gateway/gateway.ts";
import type { InFront, LocalAwsOptions } from "../options.ts";
import type { StackModel } from "../template/model.ts";
import { createDistribution } from "./distribution.ts";
import { type LocalAddresses, localHeaders } from "./headersPolicy.ts";
import { headerLines, readBody, send } from "./httpMessage.ts";
import { type SiteHandler, startSite } from "./server.ts";
import { DEFAULT_VIEWER, type Viewer } from "./viewer.ts";

/** The site: CloudFront, or the gateway alone if the template has no distribution. */
export type FrontDoor = {
  viewer: { get: () => Viewer; set: (viewer: Viewer) => void };
  reload: (model: StackModel) => void;
};

export async function openFrontDoor(options: {
  model: StackModel;
  port: number;
  gateway: Gateway;
  bucket: NonNullable<LocalAwsOptions["bucket"]>;
  addresses: LocalAddresses;
  inFront: InFront | undefined;
  closers: Closers;
  log: (line: string) => void;
}): Promise<FrontDoor> {
  const { closers, addresses, gateway } = options;
  let viewer: Viewer = DEFAULT_VIEWER;
  let model = options.model;
  const handlerFor = (now: StackModel): SiteHandler =>
    now.distribution === null
      ? gatewayAlone(gateway)
      : createDistribution({
          model: now.distribution,
          gateway,
          bucket: (name) => options.bucket(name, now),
          addresses,
          viewer: () => viewer,
        });
  const site = await startSite(options.port, handlerFor(model), options.log);
  closers.add("The site", () => site.close());
  const front = await options.inFront?.({
    server: site.server,
    model: () => model,
    headers: () => localHeaders(model.distribution?.behaviors.at(-1)?.responseHeaders ?? {}, addresses),
  });
  if (front !== undefined) closers.add("The server in front of the site", front.close);
  const show = () => {
    const handler = handlerFor(model);
    site.use(front === undefined ? handler : front.wrap(handler));
  };
  show();
  return {
    viewer: {
      get: () => viewer,
      set: (next) => {
        viewer = next;
      },
    },
    reload: (next) => {
      model = next;
      show();
    },
  };
}

function gatewayAlone(gateway: Gateway): SiteHandler {
  return async (request, response) => {
    const [path = "/", ...query] = (request.url ?? "/").split("?");
    const body = await readBody(request, BODY_LIMIT_BYTES);
    const answer = await gateway.handle({
      method: request.method ?? "GET",
      path,
      query: query.join("?"),
      headers: headerLines(request),
      // One byte above the limit is enough for the gateway to refuse the body.
      body: body ?? Buffer.alloc(BODY_LIMIT_BYTES + 1),
      sourceIp: (request.socket.remoteAddress ?? "127.0.0.1").replace(/^::ffff:/, ""),
    });
    send(response, answer.status, answer.headers, answer.body);
  };
}
