import { describe, expect, test } from "vitest";
import { fingerprintOf } from "../../../packages/license-client/src/fingerprint.ts";
import { nodeCrypto } from "../../../packages/license-client/src/node/crypto.ts";
import { readComponents, type System } from "../../../packages/license-client/src/node/machine.ts";

/** A system of which only this can be read. */
const system = (
  given: Partial<System> & {
    files?: Record<string, string>;
    programs?: Record<string, string>;
    folders?: Record<string, string[]>;
    links?: Record<string, string>;
  },
): System => ({
  platform: "linux",
  arch: "x64",
  cpu: "",
  addresses: {},
  read: async (path) => given.files?.[path],
  list: async (path) => given.folders?.[path] ?? [],
  resolve: async (path) => given.links?.[path],
  run: async (program, ...args) => given.programs?.[[program, ...args].join(" ")],
  volume: async () => undefined,
  ...given,
});

const LINUX = {
  cpu: "AMD  Ryzen 7",
  files: {
    "/etc/machine-id": "8d7c9a\n",
    "/sys/class/dmi/id/sys_vendor": "Maker\n",
    "/sys/class/dmi/id/product_name": "Model\n",
    "/sys/class/net/enp1s0/addr_assign_type": "0\n",
    "/sys/class/net/enp1s0/address": "aa:bb:cc:00:11:22\n",
    "/sys/class/net/docker0/addr_assign_type": "3\n",
    "/sys/class/net/docker0/address": "02:42:00:00:00:00\n",
    "/sys/class/net/enx1/addr_assign_type": "0\n",
    "/sys/class/net/enx1/address": "00:00:00:00:00:01\n",
  },
  folders: {
    "/dev/disk/by-id": ["nvme-eui.0025", "nvme-Disk_S1", "nvme-Disk_S1-part1", "usb-Stick_1", "dm-name-root"],
    "/sys/class/net": ["lo", "docker0", "enp1s0", "enx1"],
  },
  links: {
    "/sys/class/net/enp1s0/device": "/sys/devices/pci0000:00/0000:01:00.0",
    "/sys/class/net/enx1/device": "/sys/devices/pci0000:00/0000:00:14.0/usb1/1-1",
  },
};

test("Linux: machine id, board, built-in disk and adapter; neither bridges nor docks", async () => {
  expect(await readComponents(system(LINUX))).toEqual({
    install: "8d7c9a",
    board: "Maker|Model||",
    cpu: "AMD Ryzen 7 x64",
    disk: "nvme-Disk_S1",
    network: "aa:bb:cc:00:11:22",
  });
});

test("macOS: platform identity, serial number, system volume", async () => {
  const programs = {
    "/usr/sbin/ioreg -rd1 -c IOPlatformExpertDevice":
      '"IOPlatformUUID" = "1F2E"\n"model" = <"Mac14,2">\n"IOPlatformSerialNumber" = "C02X"',
    "/usr/sbin/diskutil info /": "   Volume UUID:               9A-8B\n",
  };
  const addresses = { en0: "aa:00", en5: "bb:00" };
  expect(
    await readComponents(system({ platform: "darwin", arch: "arm64", cpu: "Apple M2", addresses, programs })),
  ).toEqual({
    install: "9A-8B",
    board: "1F2E|Mac14,2",
    cpu: "Apple M2 arm64",
    disk: "C02X",
    network: "aa:00",
  });
});

test("Windows: machine GUID, board, system volume, physical adapters", async () => {
  const query = (key: string, name: string, value: string) => ({
    [`reg.exe query ${key} /v ${name} /reg:64`]: `\r\n${key}\r\n    ${name}    REG_SZ    ${value}\r\n\r\n`,
  });
  const programs = {
    ...query("HKLM\\SOFTWARE\\Microsoft\\Cryptography", "MachineGuid", "d3-7a"),
    ...query("HKLM\\HARDWARE\\DESCRIPTION\\System\\BIOS", "SystemManufacturer", "Maker Inc."),
    ...query("HKLM\\HARDWARE\\DESCRIPTION\\System\\BIOS", "BaseBoardProduct", "B650"),
  };
  const addresses = { Ethernet: "cc:00", "vEthernet (WSL)": "00:15" };
  const volume = async (path: string) => (path === "C:\\" ? "1234" : undefined);
  expect(await readComponents(system({ platform: "win32", addresses, programs, volume }))).toEqual({
    install: "d3-7a",
    board: "Maker Inc.|||B650",
    disk: "1234",
    network: "cc:00",
  });
});

test("a container of which little can be read still has what there is", async () => {
  expect(await readComponents(system({ cpu: "CPU" }))).toEqual({ cpu: "CPU x64" });
  expect(await readComponents(system({}))).toEqual({});
});

describe("a fingerprint", () => {
  const of = (components: object) => fingerprintOf(components, "product", nodeCrypto)?.text ?? "";

  test("has the form that the service reads, and nothing of the computer in it", () => {
    const text = of({ install: "i", board: "b", cpu: "c", disk: "d", network: "aa:bb:cc:00:11:22" });
    expect(text).toMatch(/^fp2(\.[a-z][\w-]{16}){5}$/);
    expect(text).not.toContain("aa:bb");
    expect(of({})).toBe("");
  });
});
