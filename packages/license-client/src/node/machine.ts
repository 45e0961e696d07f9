import { execFile } from "node:child_process";
import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { arch, cpus, networkInterfaces, platform } from "node:os";
import type { Components } from "../fingerprint.ts";

/** What is read of the system; a test hands in recordings of other systems. */
export type System = {
  platform: string;
  arch: string;
  cpu: string;
  /** Hardware addresses by adapter. */
  addresses: Readonly<Record<string, string>>;
  /** @returns the text; undefined if it cannot be read */
  read(path: string): Promise<string | undefined>;
  list(path: string): Promise<string[]>;
  resolve(path: string): Promise<string | undefined>;
  /** @returns standard output; undefined if the program fails or takes longer than five seconds */
  run(program: string, ...args: string[]): Promise<string | undefined>;
  volume(path: string): Promise<string | undefined>;
};

const thisSystem = (): System => ({
  platform: platform(),
  arch: arch(),
  cpu: cpus()[0]?.model ?? "",
  addresses: Object.fromEntries(
    Object.entries(networkInterfaces()).flatMap(([name, found]) =>
      (found ?? []).filter(({ internal }) => !internal).map(({ mac }) => [name, mac]),
    ),
  ),
  read: (path) => readFile(path, "utf8").catch(() => undefined),
  list: (path) => readdir(path).catch(() => []),
  resolve: (path) => realpath(path).catch(() => undefined),
  run: (program, ...args) =>
    new Promise((resolve) => {
      execFile(program, args, { timeout: 5_000, windowsHide: true }, (error, stdout) =>
        resolve(error ? undefined : stdout),
      );
    }),
  volume: (path) =>
    stat(path).then(
      ({ dev }) => String(dev),
      () => undefined,
    ),
});

/** The components of this computer that can be read without rights that a user does not have. */
export async function readComponents(system: System = thisSystem()): Promise<Components> {
  const found = await componentsFor(system);
  return {
    ...Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined && value !== "")),
    ...(system.cpu === "" ? {} : { cpu: `${system.cpu.replaceAll(/\s+/g, " ").trim()} ${system.arch}` }),
  };
}

type Found = Partial<Record<keyof Components, string | undefined>>;

function componentsFor(system: System): Promise<Found> {
  if (system.platform === "win32") return ofWindows(system);
  if (system.platform === "darwin") return ofMac(system);
  return ofLinux(system);
}

async function ofLinux(system: System): Promise<Found> {
  const dmi = (name: string) => system.read(`/sys/class/dmi/id/${name}`);
  const board = await Promise.all(["sys_vendor", "product_name", "board_vendor", "board_name"].map(dmi));
  const install = (await system.read("/etc/machine-id")) ?? (await system.read("/var/lib/dbus/machine-id"));
  return {
    install: install?.trim(),
    board: joined(board),
    disk: await linuxDisk(system),
    network: await linuxNetwork(system),
  };
}

/** The serial numbers of built-in disks, as udev names them; USB disks come and go. */
async function linuxDisk(system: System): Promise<string | undefined> {
  const names = await system.list("/dev/disk/by-id");
  const whole = names.filter((name) => /^(nvme|ata|scsi|virtio|mmc)-/.test(name) && !/-part\d+$/.test(name));
  // NVMe disks have a second name, by their EUI, that older kernels lack.
  return whole.filter((name) => !/^nvme-(eui|nvme)\./.test(name)).sort()[0];
}

/** Adapters backed by a device: no bridges, tunnels or containers, and no USB adapters, which docks have. */
async function linuxNetwork(system: System): Promise<string | undefined> {
  const found: string[] = [];
  for (const name of await system.list("/sys/class/net")) {
    const device = await system.resolve(`/sys/class/net/${name}/device`);
    if (device === undefined || device.includes("/usb")) continue;
    const kind = (await system.read(`/sys/class/net/${name}/addr_assign_type`))?.trim();
    const address = (await system.read(`/sys/class/net/${name}/address`))?.trim();
    if (address && kind === "0") found.push(address);
  }
  return found.sort()[0];
}

async function ofMac(system: System): Promise<Found> {
  const platformDevice = await system.run("/usr/sbin/ioreg", "-rd1", "-c", "IOPlatformExpertDevice");
  const value = (name: string) =>
    new RegExp(`"${name}" = <?"([^"]+)"`).exec(platformDevice ?? "")?.[1]?.replaceAll("\0", "");
  const disk = await system.run("/usr/sbin/diskutil", "info", "/");
  return {
    // The system volume's identity changes with a reinstallation, the platform's does not.
    install: /Volume UUID:\s+(\S+)/.exec(disk ?? "")?.[1],
    board: joined([value("IOPlatformUUID"), value("model")]),
    disk: value("IOPlatformSerialNumber"),
    network: system.addresses.en0,
  };
}

async function ofWindows(system: System): Promise<Found> {
  const query = async (key: string, name: string) => {
    const text = await system.run("reg.exe", "query", key, "/v", name, "/reg:64");
    return /REG_SZ\s+(.+)/.exec(text ?? "")?.[1]?.trim();
  };
  const bios = "HKLM\\HARDWARE\\DESCRIPTION\\System\\BIOS";
  const board = await Promise.all(
    ["SystemManufacturer", "SystemProductName", "BaseBoardManufacturer", "BaseBoardProduct"].map((name) =>
      query(bios, name),
    ),
  );
  const virtual = /vEthernet|virtual|vmware|vpn|tap|docker|wsl|bluetooth/i;
  const physical = Object.entries(system.addresses).filter(([name]) => !virtual.test(name));
  return {
    install: await query("HKLM\\SOFTWARE\\Microsoft\\Cryptography", "MachineGuid"),
    board: joined(board),
    disk: await system.volume("C:\\"),
    network: physical.map(([, address]) => address).sort()[0],
  };
}

const joined = (values: readonly (string | undefined)[]): string =>
  values
    .map((value) => value?.trim() ?? "")
    .join("|")
    .replace(/^\|*$/, "");
