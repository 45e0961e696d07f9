import { execFile } from "node:child_process";
import { readdir, readFile, realpath, stat } from "node:fs/promises";
import { arch, cpus, networkInterfaces, platform } from "node:os";
import { type Components, type Kind, USUALLY_STRONG } from "../fingerprint.ts";

/** The system's data and calls. Tests pass recordings of other systems. */
export type System = {
  platform: string;
  arch: string;
  cpu: string;
  addresses: Readonly<Record<string, string>>;
  /** @returns the text; undefined if it cannot be read */
  read(path: string): Promise<string | undefined>;
  list(path: string): Promise<string[]>;
  resolve(path: string): Promise<string | undefined>;
  /** @returns standard output; undefined if the program fails or takes longer than five seconds */
  run(program: string, ...args: string[]): Promise<string | undefined>;
  volume(path: string): Promise<string | undefined>;
};

/** A full path, because Windows searches the working folder first, where anyone may have put a program. */
export const placeOf = (program: string, root = process.env.SystemRoot ?? "C:\\Windows"): string =>
  program === "reg.exe" ? `${root}\\System32\\reg.exe` : program;

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
      execFile(placeOf(program), args, { timeout: 5_000, windowsHide: true }, (error, stdout) =>
        resolve(error ? undefined : stdout),
      );
    }),
  volume: (path) =>
    stat(path).then(
      ({ dev }) => String(dev),
      () => undefined,
    ),
});

/** Reads the components that need no special rights, and says which kinds are practically unique here. */
export async function readComputer(
  system: System = thisSystem(),
): Promise<{ components: Components; strong: readonly Kind[] }> {
  const { strong = USUALLY_STRONG, ...found } = await foundOn(system);
  const components = {
    ...Object.fromEntries(Object.entries(found).filter(([, value]) => value !== undefined && value !== "")),
    ...(system.cpu === "" ? {} : { cpu: `${system.cpu.replaceAll(/\s+/g, " ").trim()} ${system.arch}` }),
  };
  return { components, strong };
}

type Found = Partial<Record<Kind, string | undefined>> & { strong?: readonly Kind[] };

function foundOn(system: System): Promise<Found> {
  if (system.platform === "win32") return ofWindows(system);
  if (system.platform === "darwin") return ofMac(system);
  return ofLinux(system);
}

/** Removable drives, and virtual disks that all have the same serial number: QEMU, Google, old VMware. */
const SHARED_DISK =
  /CD-?R|DVD|BD-R|_QM\d+$|QEMU_HARDDISK|VMware_Virtual|PersistentDisk|persistent-disk|Virtual_Disk$/i;
/** An empty address, and QEMU's default. */
const SHARED_ADDRESS = /^(00:00:00:00:00:00|52:54:00:12:34:56)$/i;
/** A locally administered address, such as a private Wi-Fi address: the first byte has the bit 0x02. */
const isMadeUp = (address: string): boolean => /^.[26ae]/i.test(address);

async function ofLinux(system: System): Promise<Found> {
  const dmi = (name: string) => system.read(`/sys/class/dmi/id/${name}`);
  const board = await Promise.all(["sys_vendor", "product_name", "board_vendor", "board_name"].map(dmi));
  const install = (await system.read("/etc/machine-id")) ?? (await system.read("/var/lib/dbus/machine-id"));
  const isIn = async (path: string) => (await system.read(path)) !== undefined;
  const isContainer = (await isIn("/.dockerenv")) || (await isIn("/run/.containerenv"));
  // WSL gets a new address at each start.
  const isOnWindows = /microsoft/i.test((await system.read("/proc/version")) ?? "");
  return {
    install: install?.trim(),
    board: joined(board),
    disk: await linuxDisk(system),
    network: isOnWindows ? undefined : await linuxNetwork(system),
    // A container shows its image's installation and its host's hardware, so other containers can have the same values.
    ...(isContainer ? { strong: [] } : {}),
  };
}

/** The serial number of the first built-in disk, from udev's names. USB disks do not count: they come and go. */
async function linuxDisk(system: System): Promise<string | undefined> {
  const names = await system.list("/dev/disk/by-id");
  const whole = names.filter((name) => /^(nvme|ata|scsi|virtio|mmc)-/.test(name) && !/-part\d+$/.test(name));
  // NVMe disks have a second name by EUI, which older kernels lack.
  return whole.filter((name) => !/^nvme-(eui|nvme)\./.test(name) && !SHARED_DISK.test(name)).sort()[0];
}

/** The first built-in adapter's address. USB adapters do not count, because docks have them. */
async function linuxNetwork(system: System): Promise<string | undefined> {
  const found: string[] = [];
  for (const name of await system.list("/sys/class/net")) {
    const device = await system.resolve(`/sys/class/net/${name}/device`);
    if (device === undefined || device.includes("/usb")) continue;
    const kind = (await system.read(`/sys/class/net/${name}/addr_assign_type`))?.trim();
    const address = (await system.read(`/sys/class/net/${name}/address`))?.trim();
    if (address && kind === "0" && !SHARED_ADDRESS.test(address)) found.push(address);
  }
  return found.sort()[0];
}

async function ofMac(system: System): Promise<Found> {
  const platformDevice = await system.run("/usr/sbin/ioreg", "-rd1", "-c", "IOPlatformExpertDevice");
  const value = (name: string) =>
    new RegExp(`"${name}" = <?"([^"]+)"`).exec(platformDevice ?? "")?.[1]?.replaceAll("\0", "");
  const disk = await system.run("/usr/sbin/diskutil", "info", "/");
  const address = system.addresses.en0 ?? "";
  const model = value("model");
  return {
    // A reinstallation changes the volume's identity but not the platform's.
    install: /Volume UUID:\s+(\S+)/.exec(disk ?? "")?.[1],
    board: joined([value("IOPlatformUUID"), model]),
    disk: value("IOPlatformSerialNumber"),
    network: isMadeUp(address) ? undefined : address,
    // The board's UUID is unique, but a copy of a virtual machine has the same UUID.
    strong: /^(VirtualMac|VMware|Parallels|VirtualBox)/.test(model ?? "")
      ? USUALLY_STRONG
      : ["board", ...USUALLY_STRONG],
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
  const physical = Object.entries(system.addresses).filter(
    ([name, address]) => !virtual.test(name) && !isMadeUp(address) && !SHARED_ADDRESS.test(address),
  );
  const volume = await system.volume("C:\\");
  return {
    install: await query("HKLM\\SOFTWARE\\Microsoft\\Cryptography", "MachineGuid"),
    board: joined(board),
    disk: volume === "0" ? undefined : volume,
    network: physical.map(([, address]) => address).sort()[0],
  };
}

const joined = (values: readonly (string | undefined)[]): string =>
  values
    .map((value) => value?.trim() ?? "")
    .join("|")
    .replace(/^\|*$/, "");
