import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import type { SignInCode } from "../../../packages/license-client/src/api.ts";
import { download } from "../../../packages/license-client/src/cli/pins.ts";
import { nextLeaseKeys } from "../../../scripts/leaseKeys.ts";
import { entitled } from "../../functions/licenses/license.ts";
import { createComputer } from "./computer.ts";
import { ISSUER, KEY } from "./service.ts";
import { publicOf } from "./sign.ts";
import { signInStep } from "./signingIn.ts";

/** The service's new address after a change of its domain. Its leases still name the previous issuer. */
const MOVED = "https://store.example.com";

test("an application that pins the new address opens the shop's pages at that address", async () => {
  const computer = createComputer(undefined, `${MOVED}/backend`);
  const license = computer.open();
  const shown: SignInCode[] = [];
  const approve = () => computer.answerSignIn(true);
  const { result } = await signInStep(computer, license, (code) => void shown.push(code), [approve]);
  expect(result.outcome).toBe("done");
  expect(shown).toMatchObject([{ urlWithCode: `${MOVED}/activate?code=WDJB-MJHT` }]);
  await license.activate(KEY);
  computer.service.license = entitled({ suspensions: ["payment"] }, computer.service.license);
  const { button } = await license.explain();
  expect(button?.url).toBe(`${MOVED}/dashboard/subscription/manage`);
});

test.each([
  ["the published issuer", { issuer: ISSUER }, () => ISSUER],
  ["the site's address if an older service publishes no issuer", {}, (url: string) => new URL(url).origin],
])("the pinned issuer is %s", async (_what, published, issuer) => {
  const keys = [publicOf(nextLeaseKeys().current)];
  const server = createServer((_request, response) => response.end(JSON.stringify({ ...published, keys })));
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/backend`;
  const pins = await download(url);
  server.close();
  expect(pins).toMatchObject({ url, issuer: issuer(url) });
});
