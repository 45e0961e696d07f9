import type { License } from "../../../packages/license-client/src/api.ts";
import { openLicense } from "../../../packages/license-client/src/license.ts";
import { webStorage } from "../../../packages/license-client/src/storage/web.ts";
import { createService, createTime } from "./service.ts";

export type Computer = ReturnType<typeof createComputer>;

/** A computer with the desktop application: its clock, what it stores, and the service that it asks. */
export function createComputer() {
  const { world, fetch } = createService();
  const time = createTime();
  const kept = new Map<string, string>();
  return {
    service: world,
    time,
    kept,
    /** Starts the application, over what is stored here or over a copy of it. */
    open: (store = kept): Promise<License> =>
      openLicense({
        baseUrl: "https://shop.example.com/backend/",
        storage: webStorage({
          getItem: (key) => store.get(key) ?? null,
          setItem: (key, value) => void store.set(key, value),
        }),
        computer: { computerName: "desk", os: "macOS 15", appVersion: "1.0" },
        fetch,
        now: time.now,
        timers: time.timers,
      }),
    /** Time passes for both; a computer whose clock is wrong keeps its error. */
    pass(milliseconds: number): void {
      world.now += milliseconds;
      time.set(time.now() + milliseconds);
    },
  };
}
