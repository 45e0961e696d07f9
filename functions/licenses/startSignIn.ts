import { AppError } from "#shared/errors.ts";
import { SECOND } from "#shared/instant.ts";
import { SIGN_IN_LASTS, startSignIn } from "#shared/licenses/signIn.ts";
import { httpForDevices } from "../http/index.ts";
import { countWithin, SIGN_INS_AN_ADDRESS } from "../limits/index.ts";
import { newSecret, newUserCode } from "../platform/random.ts";
import { newSignIn } from "./signIn/rules.ts";
import { createSignIn } from "./signIn/table.ts";

const MAX_DRAWS = 5;
const PAGE = "/activate";

export const handler = httpForDevices(startSignIn)(async ({ input, caller, now }) => {
  await countWithin(`signIns#${caller.address}`, SIGN_INS_AN_ADDRESS, now);
  const { secret, hash } = newSecret();
  const { fingerprint, computerName, os, appVersion } = input;
  const { address, country } = caller;
  const computer = { fingerprint, computerName, os, appVersion, address, country, secretHash: hash };
  for (let draws = 0; draws < MAX_DRAWS; draws += 1) {
    const userCode = newUserCode();
    const signIn = newSignIn({ ...computer, userCode }, now);
    if (!(await createSignIn(signIn))) continue;
    return {
      deviceCode: `${userCode}.${secret}`,
      userCode,
      verificationUri: PAGE,
      verificationUriComplete: `${PAGE}?code=${userCode}`,
      expiresIn: SIGN_IN_LASTS / SECOND,
      interval: signIn.interval / SECOND,
      serverTime: now.toISOString(),
    };
  }
  throw new AppError("INTERNAL_ERROR", "Every generated user code was in use");
});
