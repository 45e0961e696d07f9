import type { PublicKey } from "../../packages/license-client/src/jws.ts";
import type { LicenseCode } from "../../packages/license-client/src/wire.ts";
import answers from "../../packages/license-client/vectors/answers.json" with { type: "json" };
import chains from "../../packages/license-client/vectors/chains.json" with { type: "json" };
import clocks from "../../packages/license-client/vectors/clocks.json" with { type: "json" };
import codes from "../../packages/license-client/vectors/codes.json" with { type: "json" };
import computers from "../../packages/license-client/vectors/computers.json" with { type: "json" };
import fingerprints from "../../packages/license-client/vectors/fingerprints.json" with { type: "json" };
import leases from "../../packages/license-client/vectors/leases.json" with { type: "json" };
import offline from "../../packages/license-client/vectors/offline.json" with { type: "json" };
import requests from "../../packages/license-client/vectors/requests.json" with { type: "json" };
import signIns from "../../packages/license-client/vectors/signIns.json" with { type: "json" };

const signed = <File extends { pinned: object[] }>(file: File) => ({
  ...file,
  pinned: file.pinned as PublicKey[],
});
type Recording = {
  platform: string;
  arch: string;
  cpu: string;
  addresses?: Record<string, string>;
  files?: Record<string, string>;
  folders?: Record<string, string[]>;
  links?: Record<string, string>;
  programs?: Record<string, string>;
  volume?: string;
};

/** The license protocol's test vectors. Clients in any language read them, so they change only with the protocol. */
export const VECTORS = {
  chains: signed(chains),
  leases: signed(leases),
  answers: signed(answers),
  clocks,
  fingerprints,
  computers: {
    ...computers,
    tests: computers.tests.map((test) => ({
      ...test,
      recording: test.recording as Recording,
      components: test.components as Record<string, string>,
    })),
  },
  requests,
  codes: { tests: codes.tests.map((test) => ({ ...test, code: test.code as LicenseCode })) },
  signIns,
  offline: signed(offline),
};
