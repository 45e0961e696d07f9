import { fingerprint, numbered } from "./parts.ts";

/** What a system answers to the reader of computers. What is not named cannot be read. */
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

type Adapter = { name: string; address: string; at: string; assigned?: string };
const PCI = "pci0000:00/0000:02:00.0";
const USB = "pci0000:00/0000:00:14.0/usb1/1-2";

type Linux = {
  arch?: string;
  cpu: string;
  id?: string;
  maker?: [vendor: string, product: string];
  disks?: string[];
  adapters?: Adapter[];
  files?: Record<string, string>;
};
function linux({ arch = "x64", cpu, id, maker, disks, adapters = [], files = {} }: Linux): Recording {
  const net = (name: string) => `/sys/class/net/${name}`;
  return {
    platform: "linux",
    arch,
    cpu,
    files: {
      ...(id === undefined ? {} : { "/etc/machine-id": `${id}\n` }),
      ...(maker === undefined
        ? {}
        : {
            "/sys/class/dmi/id/sys_vendor": `${maker[0]}\n`,
            "/sys/class/dmi/id/product_name": `${maker[1]}\n`,
          }),
      ...Object.fromEntries(
        adapters.flatMap(({ name, address, assigned = "0" }) => [
          [`${net(name)}/addr_assign_type`, `${assigned}\n`],
          [`${net(name)}/address`, `${address}\n`],
        ]),
      ),
      ...files,
    },
    folders: {
      ...(disks === undefined ? {} : { "/dev/disk/by-id": disks }),
      "/sys/class/net": ["lo", ...adapters.map(({ name }) => name)],
    },
    links: Object.fromEntries(adapters.map(({ name, at }) => [`${net(name)}/device`, `/sys/devices/${at}`])),
  };
}

type Windows = {
  cpu: string;
  guid?: string;
  maker?: [vendor: string, product: string];
  volume?: string;
  addresses?: Record<string, string>;
};
function windows({ cpu, guid, maker, volume, addresses = {} }: Windows): Recording {
  const answer = (key: string, name: string, value: string) => [
    `reg.exe query ${key} /v ${name} /reg:64`,
    `\r\n${key}\r\n    ${name}    REG_SZ    ${value}\r\n\r\n`,
  ];
  const bios = "HKLM\\HARDWARE\\DESCRIPTION\\System\\BIOS";
  return {
    platform: "win32",
    arch: "x64",
    cpu,
    addresses,
    programs: Object.fromEntries([
      ...(guid === undefined ? [] : [answer("HKLM\\SOFTWARE\\Microsoft\\Cryptography", "MachineGuid", guid)]),
      ...(maker === undefined
        ? []
        : [answer(bios, "SystemManufacturer", maker[0]), answer(bios, "SystemProductName", maker[1])]),
    ]),
    ...(volume === undefined ? {} : { volume }),
  };
}

type Mac = { cpu: string; uuid?: string; model?: string; serial?: string; volume?: string; en0?: string };
function mac({ cpu, uuid, model, serial, volume, en0 }: Mac): Recording {
  const device = [
    uuid === undefined ? "" : `"IOPlatformUUID" = "${uuid}"`,
    model === undefined ? "" : `"model" = <"${model}">`,
    serial === undefined ? "" : `"IOPlatformSerialNumber" = "${serial}"`,
  ].join("\n");
  return {
    platform: "darwin",
    arch: "arm64",
    cpu,
    addresses: en0 === undefined ? {} : { en0 },
    programs: {
      ...(device.trim() === "" ? {} : { "/usr/sbin/ioreg -rd1 -c IOPlatformExpertDevice": device }),
      ...(volume === undefined
        ? {}
        : { "/usr/sbin/diskutil info /": `   Volume UUID:               ${volume}\n` }),
    },
  };
}

const ALL = ["board", "disk", "install", "network"];
const USUAL = ["disk", "install", "network"];

const wired: Adapter = { name: "enp2s0", address: "54:05:db:10:20:30", at: PCI };
const laptop: Linux = {
  cpu: "AMD Ryzen 7 PRO 6850U",
  id: "4c1d7e2a90b84f6d8e0f5a3b2c1d7e2a",
  maker: ["LENOVO", "21CF004QGE"],
  disks: [
    "nvme-SAMSUNG_MZVL2512_S64KNX0T",
    "nvme-eui.002538b511b3a1c2",
    "nvme-SAMSUNG_MZVL2512_S64KNX0T-part1",
  ],
  adapters: [wired],
};
const virtualBox: Linux = {
  cpu: "Intel(R) Core(TM) i7-9750H CPU @ 2.60GHz",
  id: "aa11bb22cc33dd44ee55ff6600112233",
  maker: ["innotek GmbH", "VirtualBox"],
  disks: ["ata-VBOX_CD-ROM_VB2-01700376", "ata-VBOX_HARDDISK_VB4d2c1a9e-7f3b0c55"],
  adapters: [{ name: "enp0s3", address: "08:00:27:5e:1f:a0", at: PCI }],
};
const otherVirtualBox: Linux = {
  ...virtualBox,
  id: "0f0e0d0c0b0a09080706050403020100",
  disks: ["ata-VBOX_CD-ROM_VB2-01700376", "ata-VBOX_HARDDISK_VBe8a07d13-11c2d9f4"],
  adapters: [{ name: "enp0s3", address: "08:00:27:c4:77:02", at: PCI }],
};
const proxmox: Linux = {
  cpu: "QEMU Virtual CPU version 2.5+",
  id: "77c0ffee77c0ffee77c0ffee77c0ffee",
  maker: ["QEMU", "Standard PC (i440FX + PIIX, 1996)"],
  disks: ["ata-QEMU_DVD-ROM_QM00003", "scsi-0QEMU_QEMU_HARDDISK_drive-scsi0"],
  adapters: [{ name: "ens18", address: "bc:24:11:8a:3e:f1", at: PCI }],
};
const otherProxmox: Linux = {
  ...proxmox,
  id: "1234567890abcdef1234567890abcdef",
  adapters: [{ name: "ens18", address: "bc:24:11:02:d9:6c", at: PCI }],
};
const windowsLaptop: Windows = {
  cpu: "12th Gen Intel(R) Core(TM) i5-1240P",
  guid: "d3a7c1e0-5b2f-4a89-9c11-0e6f8b7a2d34",
  maker: ["Dell Inc.", "Latitude 5430"],
  volume: "3154116607",
  addresses: {
    Ethernet: "c8:f7:50:11:22:33",
    "Wi-Fi": "a0:29:42:44:55:66",
    "vEthernet (WSL)": "00:15:5d:01:02:03",
  },
};
const lockedDown: Windows = {
  cpu: windowsLaptop.cpu,
  volume: "3154116607",
  addresses: { "Wi-Fi": "a0:29:42:44:55:66" },
};
const macBook: Mac = {
  cpu: "Apple M2",
  uuid: "1F2E3D4C-5B6A-7988-9706-A5B4C3D2E1F0",
  model: "Mac14,2",
  serial: "QX2JV0K9LP",
  volume: "9A8B7C6D-1111-2222-3333-444455556666",
  en0: "f8:4d:89:0a:0b:0c",
};

const RECORDED: [name: string, comment: string, recording: Recording, strong: string[], weak: boolean][] = [
  ["laptop", "Linux laptop", linux(laptop), USUAL, false],
  [
    "docked",
    "the laptop on a dock with its own adapter and disk",
    linux({
      ...laptop,
      disks: [...(laptop.disks ?? []), "usb-Realtek_RTL9210_012345678901-0:0", "ata-Optiarc_DVD_RW_AD-7710H"],
      adapters: [wired, { name: "enx00e04c680001", address: "00:e0:4c:68:00:01", at: USB }],
    }),
    USUAL,
    false,
  ],
  [
    "reinstalled",
    "the laptop, installed again",
    linux({ ...laptop, id: "99999999aaaaaaaabbbbbbbbcccccccc" }),
    USUAL,
    false,
  ],
  [
    "newDisk",
    "the laptop with a new disk, and so installed again",
    linux({ ...laptop, id: "5555666677778888555566667777888", disks: ["nvme-WD_Black_SN770_2242E8"] }),
    USUAL,
    false,
  ],
  [
    "sameModel",
    "another laptop of the same model",
    linux({
      ...laptop,
      id: "e0e1e2e3e4e5e6e7e8e9eaebecedeeef",
      disks: ["nvme-SAMSUNG_MZVL2512_S64KNX0T99"],
      adapters: [{ ...wired, address: "54:05:db:99:88:77" }],
    }),
    USUAL,
    false,
  ],
  [
    "usbOnly",
    "network by USB alone",
    linux({ ...laptop, adapters: [{ name: "wlx00c0ca000001", address: "00:c0:ca:00:00:01", at: USB }] }),
    USUAL,
    false,
  ],
  [
    "privateAddress",
    "an adapter whose address was set by hand",
    linux({ ...laptop, adapters: [{ ...wired, address: "02:11:22:33:44:55", assigned: "3" }] }),
    USUAL,
    false,
  ],
  [
    "oldTower",
    "two disks and an optical drive",
    linux({
      cpu: "Intel(R) Core(TM) i5-3570",
      id: "0123456789abcdef0123456789abcdef",
      maker: ["Gigabyte Technology Co., Ltd.", "To be filled by O.E.M."],
      disks: ["ata-TSSTcorp_CDDVDW_SH-224BB", "ata-WDC_WD10EZEX_WD-WCC3F", "ata-ST2000DM001_Z1E0"],
      adapters: [{ ...wired, address: "94:de:80:00:00:11" }],
    }),
    USUAL,
    false,
  ],
  [
    "raspberry",
    "a board computer with a memory card and network by USB",
    linux({
      arch: "arm64",
      cpu: "Cortex-A53",
      id: "babababababababababababababababa",
      disks: ["mmc-SC16G_0x1f2e3d4c"],
      adapters: [{ name: "eth0", address: "b8:27:eb:12:34:56", at: "platform/soc/3f980000.usb/usb1/1-1" }],
    }),
    USUAL,
    false,
  ],
  ["virtualBox", "VirtualBox", linux(virtualBox), USUAL, false],
  [
    "otherVirtualBox",
    "VirtualBox on another computer of the same model",
    linux(otherVirtualBox),
    USUAL,
    false,
  ],
  [
    "cloned",
    "the VirtualBox machine cloned, with a new disk and address",
    linux({
      ...virtualBox,
      disks: ["ata-VBOX_CD-ROM_VB2-01700376", "ata-VBOX_HARDDISK_VB99887766-55443322"],
      adapters: [{ name: "enp0s3", address: "08:00:27:aa:bb:cc", at: PCI }],
    }),
    USUAL,
    false,
  ],
  ["proxmox", "Proxmox with what it sets by default", linux(proxmox), USUAL, false],
  ["otherProxmox", "another one", linux(otherProxmox), USUAL, false],
  [
    "qemu",
    "QEMU with its default address, and no machine id",
    linux({
      ...proxmox,
      id: "",
      disks: ["ata-QEMU_HARDDISK_QM00001"],
      adapters: [{ name: "ens3", address: "52:54:00:12:34:56", at: PCI }],
    }),
    USUAL,
    true,
  ],
  [
    "vmware",
    "VMware",
    linux({
      cpu: "Intel(R) Xeon(R) Gold 6248R",
      id: "abcdef00abcdef00abcdef00abcdef00",
      maker: ["VMware, Inc.", "VMware Virtual Platform"],
      disks: ["ata-VMware_Virtual_SATA_CDRW_Drive_00000000000000000001", "scsi-36000c29f3b1c0a7d5e"],
      adapters: [{ name: "ens160", address: "00:0c:29:4e:5d:6c", at: PCI }],
    }),
    USUAL,
    false,
  ],
  [
    "cloud",
    "a machine at Amazon",
    linux({
      cpu: "Intel(R) Xeon(R) Platinum 8259CL",
      id: "ec2aaaaabbbbccccddddeeeeffff0000",
      maker: ["Amazon EC2", "t3.medium"],
      disks: ["nvme-Amazon_Elastic_Block_Store_vol0a1b2c3d4e5f"],
      adapters: [{ name: "ens5", address: "06:12:34:56:78:9a", at: PCI }],
    }),
    USUAL,
    false,
  ],
  [
    "google",
    "a machine at Google, whose disk has everybody's name",
    linux({
      cpu: "Intel(R) Xeon(R) CPU @ 2.20GHz",
      id: "90091e90091e90091e90091e90091e00",
      maker: ["Google", "Google Compute Engine"],
      disks: ["scsi-0Google_PersistentDisk_persistent-disk-0"],
      adapters: [{ name: "ens4", address: "42:01:0a:80:00:02", at: PCI }],
    }),
    USUAL,
    false,
  ],
  [
    "container",
    "Docker",
    linux({ cpu: laptop.cpu, maker: laptop.maker ?? ["", ""], files: { "/.dockerenv": "" } }),
    [],
    true,
  ],
  [
    "containerOfImage",
    "Podman, with a machine id in its image and its host's network",
    linux({ ...laptop, id: "11111111111111111111111111111111", files: { "/run/.containerenv": "" } }),
    [],
    true,
  ],
  [
    "kubernetes",
    "a container of which only the processor is seen",
    linux({ cpu: "AMD EPYC 7B12", files: {} }),
    USUAL,
    true,
  ],
  ["hidden", "the laptop with machine id and /sys hidden", linux({ cpu: laptop.cpu }), USUAL, true],
  [
    "wsl",
    "Linux on Windows, with a new address at each start",
    linux({
      cpu: windowsLaptop.cpu,
      id: "0a0a0a0a1b1b1b1b2c2c2c2c3d3d3d3d",
      adapters: [{ name: "eth0", address: "00:15:5d:6e:7f:80", at: "LNXSYSTM:00/VMBUS:00" }],
      files: { "/proc/version": "Linux version 5.15.167.4-microsoft-standard-WSL2\n" },
    }),
    USUAL,
    true,
  ],
  ["windowsLaptop", "Windows laptop", windows(windowsLaptop), USUAL, false],
  [
    "windowsOffline",
    "the Windows laptop without any network, which hides its adapters",
    windows({ ...windowsLaptop, addresses: {} }),
    USUAL,
    false,
  ],
  [
    "windowsReinstalled",
    "the Windows laptop, installed again",
    windows({ ...windowsLaptop, guid: "00000000-1111-2222-3333-444444444444", volume: "778899001" }),
    USUAL,
    false,
  ],
  [
    "windowsUpgraded",
    "the Windows laptop with a private Wi-Fi address and on no cable",
    windows({ ...windowsLaptop, addresses: { "Wi-Fi": "da:29:42:44:55:66" } }),
    USUAL,
    false,
  ],
  [
    "lockedDown",
    "locked-down Windows, where the registry cannot be asked",
    windows(lockedDown),
    USUAL,
    false,
  ],
  [
    "lockedDownOffline",
    "the locked-down computer without any network",
    windows({ ...lockedDown, addresses: {} }),
    USUAL,
    true,
  ],
  [
    "windowsOnQemu",
    "Windows on Proxmox",
    windows({
      cpu: "QEMU Virtual CPU version 2.5+",
      guid: "77777777-8888-9999-aaaa-bbbbbbbbbbbb",
      maker: ["QEMU", "Standard PC (Q35 + ICH9, 2009)"],
      volume: "2290649224",
      addresses: { Ethernet: "52:54:00:12:34:56" },
    }),
    USUAL,
    false,
  ],
  ["macBook", "MacBook", mac(macBook), ALL, false],
  [
    "macReinstalled",
    "the MacBook, installed again, with a private Wi-Fi address",
    mac({ ...macBook, volume: "00000000-AAAA-BBBB-CCCC-DDDDDDDDDDDD", en0: "5e:4d:89:0a:0b:0c" }),
    ALL,
    false,
  ],
  [
    "otherMac",
    "another MacBook of the same model",
    mac({
      ...macBook,
      uuid: "AAAAAAAA-0000-0000-0000-000000000001",
      serial: "ZZ9YV1M8QQ",
      volume: "77777777-1111-2222-3333-444455556666",
      en0: "f8:4d:89:99:88:77",
    }),
    ALL,
    false,
  ],
  [
    "macNewBoard",
    "the MacBook with a new board and its old volume",
    mac({
      ...macBook,
      uuid: "BBBBBBBB-0000-0000-0000-000000000001",
      serial: "KK1HV7C3DD",
      en0: "f8:4d:89:55:44:33",
    }),
    ALL,
    false,
  ],
  [
    "macVirtual",
    "macOS in a virtual machine",
    mac({ ...macBook, model: "VirtualMac2,1", serial: "Z31QX00001", en0: "5a:94:ef:01:02:03" }),
    USUAL,
    false,
  ],
  [
    "macBare",
    "macOS where ioreg is refused",
    mac({ cpu: "Apple M2", volume: macBook.volume ?? "" }),
    ALL,
    true,
  ],
];

const PAIRS: [one: string, other: string, same: boolean][] = [
  ["laptop", "docked", true],
  ["laptop", "reinstalled", true],
  ["laptop", "newDisk", true],
  ["laptop", "usbOnly", true],
  ["laptop", "privateAddress", true],
  ["laptop", "sameModel", false],
  ["laptop", "hidden", false],
  ["laptop", "container", false],
  ["laptop", "containerOfImage", false],
  ["virtualBox", "otherVirtualBox", false],
  ["virtualBox", "cloned", true],
  ["proxmox", "otherProxmox", false],
  ["proxmox", "qemu", false],
  ["windowsLaptop", "windowsOffline", true],
  ["windowsLaptop", "windowsReinstalled", true],
  ["windowsLaptop", "windowsUpgraded", true],
  ["windowsLaptop", "lockedDown", true],
  ["windowsLaptop", "wsl", false],
  ["lockedDown", "lockedDownOffline", true],
  ["macBook", "macReinstalled", true],
  ["macBook", "macNewBoard", true],
  ["macBook", "otherMac", false],
];

/** What is to be read of each. */
const COMPONENTS: Record<string, Record<string, string>> = {
  laptop: {
    install: "4c1d7e2a90b84f6d8e0f5a3b2c1d7e2a",
    board: "LENOVO|21CF004QGE||",
    disk: "nvme-SAMSUNG_MZVL2512_S64KNX0T",
    network: "54:05:db:10:20:30",
    cpu: "AMD Ryzen 7 PRO 6850U x64",
  },
  docked: {
    install: "4c1d7e2a90b84f6d8e0f5a3b2c1d7e2a",
    board: "LENOVO|21CF004QGE||",
    disk: "nvme-SAMSUNG_MZVL2512_S64KNX0T",
    network: "54:05:db:10:20:30",
    cpu: "AMD Ryzen 7 PRO 6850U x64",
  },
  reinstalled: {
    install: "99999999aaaaaaaabbbbbbbbcccccccc",
    board: "LENOVO|21CF004QGE||",
    disk: "nvme-SAMSUNG_MZVL2512_S64KNX0T",
    network: "54:05:db:10:20:30",
    cpu: "AMD Ryzen 7 PRO 6850U x64",
  },
  newDisk: {
    install: "5555666677778888555566667777888",
    board: "LENOVO|21CF004QGE||",
    disk: "nvme-WD_Black_SN770_2242E8",
    network: "54:05:db:10:20:30",
    cpu: "AMD Ryzen 7 PRO 6850U x64",
  },
  sameModel: {
    install: "e0e1e2e3e4e5e6e7e8e9eaebecedeeef",
    board: "LENOVO|21CF004QGE||",
    disk: "nvme-SAMSUNG_MZVL2512_S64KNX0T99",
    network: "54:05:db:99:88:77",
    cpu: "AMD Ryzen 7 PRO 6850U x64",
  },
  usbOnly: {
    install: "4c1d7e2a90b84f6d8e0f5a3b2c1d7e2a",
    board: "LENOVO|21CF004QGE||",
    disk: "nvme-SAMSUNG_MZVL2512_S64KNX0T",
    cpu: "AMD Ryzen 7 PRO 6850U x64",
  },
  privateAddress: {
    install: "4c1d7e2a90b84f6d8e0f5a3b2c1d7e2a",
    board: "LENOVO|21CF004QGE||",
    disk: "nvme-SAMSUNG_MZVL2512_S64KNX0T",
    cpu: "AMD Ryzen 7 PRO 6850U x64",
  },
  oldTower: {
    install: "0123456789abcdef0123456789abcdef",
    board: "Gigabyte Technology Co., Ltd.|To be filled by O.E.M.||",
    disk: "ata-ST2000DM001_Z1E0",
    network: "94:de:80:00:00:11",
    cpu: "Intel(R) Core(TM) i5-3570 x64",
  },
  raspberry: {
    install: "babababababababababababababababa",
    disk: "mmc-SC16G_0x1f2e3d4c",
    cpu: "Cortex-A53 arm64",
  },
  virtualBox: {
    install: "aa11bb22cc33dd44ee55ff6600112233",
    board: "innotek GmbH|VirtualBox||",
    disk: "ata-VBOX_HARDDISK_VB4d2c1a9e-7f3b0c55",
    network: "08:00:27:5e:1f:a0",
    cpu: "Intel(R) Core(TM) i7-9750H CPU @ 2.60GHz x64",
  },
  otherVirtualBox: {
    install: "0f0e0d0c0b0a09080706050403020100",
    board: "innotek GmbH|VirtualBox||",
    disk: "ata-VBOX_HARDDISK_VBe8a07d13-11c2d9f4",
    network: "08:00:27:c4:77:02",
    cpu: "Intel(R) Core(TM) i7-9750H CPU @ 2.60GHz x64",
  },
  cloned: {
    install: "aa11bb22cc33dd44ee55ff6600112233",
    board: "innotek GmbH|VirtualBox||",
    disk: "ata-VBOX_HARDDISK_VB99887766-55443322",
    network: "08:00:27:aa:bb:cc",
    cpu: "Intel(R) Core(TM) i7-9750H CPU @ 2.60GHz x64",
  },
  proxmox: {
    install: "77c0ffee77c0ffee77c0ffee77c0ffee",
    board: "QEMU|Standard PC (i440FX + PIIX, 1996)||",
    network: "bc:24:11:8a:3e:f1",
    cpu: "QEMU Virtual CPU version 2.5+ x64",
  },
  otherProxmox: {
    install: "1234567890abcdef1234567890abcdef",
    board: "QEMU|Standard PC (i440FX + PIIX, 1996)||",
    network: "bc:24:11:02:d9:6c",
    cpu: "QEMU Virtual CPU version 2.5+ x64",
  },
  qemu: { board: "QEMU|Standard PC (i440FX + PIIX, 1996)||", cpu: "QEMU Virtual CPU version 2.5+ x64" },
  vmware: {
    install: "abcdef00abcdef00abcdef00abcdef00",
    board: "VMware, Inc.|VMware Virtual Platform||",
    disk: "scsi-36000c29f3b1c0a7d5e",
    network: "00:0c:29:4e:5d:6c",
    cpu: "Intel(R) Xeon(R) Gold 6248R x64",
  },
  cloud: {
    install: "ec2aaaaabbbbccccddddeeeeffff0000",
    board: "Amazon EC2|t3.medium||",
    disk: "nvme-Amazon_Elastic_Block_Store_vol0a1b2c3d4e5f",
    network: "06:12:34:56:78:9a",
    cpu: "Intel(R) Xeon(R) Platinum 8259CL x64",
  },
  google: {
    install: "90091e90091e90091e90091e90091e00",
    board: "Google|Google Compute Engine||",
    network: "42:01:0a:80:00:02",
    cpu: "Intel(R) Xeon(R) CPU @ 2.20GHz x64",
  },
  container: { board: "LENOVO|21CF004QGE||", cpu: "AMD Ryzen 7 PRO 6850U x64" },
  containerOfImage: {
    install: "11111111111111111111111111111111",
    board: "LENOVO|21CF004QGE||",
    disk: "nvme-SAMSUNG_MZVL2512_S64KNX0T",
    network: "54:05:db:10:20:30",
    cpu: "AMD Ryzen 7 PRO 6850U x64",
  },
  kubernetes: { cpu: "AMD EPYC 7B12 x64" },
  hidden: { cpu: "AMD Ryzen 7 PRO 6850U x64" },
  wsl: { install: "0a0a0a0a1b1b1b1b2c2c2c2c3d3d3d3d", cpu: "12th Gen Intel(R) Core(TM) i5-1240P x64" },
  windowsLaptop: {
    install: "d3a7c1e0-5b2f-4a89-9c11-0e6f8b7a2d34",
    board: "Dell Inc.|Latitude 5430||",
    disk: "3154116607",
    network: "a0:29:42:44:55:66",
    cpu: "12th Gen Intel(R) Core(TM) i5-1240P x64",
  },
  windowsOffline: {
    install: "d3a7c1e0-5b2f-4a89-9c11-0e6f8b7a2d34",
    board: "Dell Inc.|Latitude 5430||",
    disk: "3154116607",
    cpu: "12th Gen Intel(R) Core(TM) i5-1240P x64",
  },
  windowsReinstalled: {
    install: "00000000-1111-2222-3333-444444444444",
    board: "Dell Inc.|Latitude 5430||",
    disk: "778899001",
    network: "a0:29:42:44:55:66",
    cpu: "12th Gen Intel(R) Core(TM) i5-1240P x64",
  },
  windowsUpgraded: {
    install: "d3a7c1e0-5b2f-4a89-9c11-0e6f8b7a2d34",
    board: "Dell Inc.|Latitude 5430||",
    disk: "3154116607",
    cpu: "12th Gen Intel(R) Core(TM) i5-1240P x64",
  },
  lockedDown: {
    disk: "3154116607",
    network: "a0:29:42:44:55:66",
    cpu: "12th Gen Intel(R) Core(TM) i5-1240P x64",
  },
  lockedDownOffline: { disk: "3154116607", cpu: "12th Gen Intel(R) Core(TM) i5-1240P x64" },
  windowsOnQemu: {
    install: "77777777-8888-9999-aaaa-bbbbbbbbbbbb",
    board: "QEMU|Standard PC (Q35 + ICH9, 2009)||",
    disk: "2290649224",
    cpu: "QEMU Virtual CPU version 2.5+ x64",
  },
  macBook: {
    install: "9A8B7C6D-1111-2222-3333-444455556666",
    board: "1F2E3D4C-5B6A-7988-9706-A5B4C3D2E1F0|Mac14,2",
    disk: "QX2JV0K9LP",
    network: "f8:4d:89:0a:0b:0c",
    cpu: "Apple M2 arm64",
  },
  macReinstalled: {
    install: "00000000-AAAA-BBBB-CCCC-DDDDDDDDDDDD",
    board: "1F2E3D4C-5B6A-7988-9706-A5B4C3D2E1F0|Mac14,2",
    disk: "QX2JV0K9LP",
    cpu: "Apple M2 arm64",
  },
  otherMac: {
    install: "77777777-1111-2222-3333-444455556666",
    board: "AAAAAAAA-0000-0000-0000-000000000001|Mac14,2",
    disk: "ZZ9YV1M8QQ",
    network: "f8:4d:89:99:88:77",
    cpu: "Apple M2 arm64",
  },
  macNewBoard: {
    install: "9A8B7C6D-1111-2222-3333-444455556666",
    board: "BBBBBBBB-0000-0000-0000-000000000001|Mac14,2",
    disk: "KK1HV7C3DD",
    network: "f8:4d:89:55:44:33",
    cpu: "Apple M2 arm64",
  },
  macVirtual: {
    install: "9A8B7C6D-1111-2222-3333-444455556666",
    board: "1F2E3D4C-5B6A-7988-9706-A5B4C3D2E1F0|VirtualMac2,1",
    disk: "Z31QX00001",
    cpu: "Apple M2 arm64",
  },
  macBare: { install: "9A8B7C6D-1111-2222-3333-444455556666", cpu: "Apple M2 arm64" },
};

export function computers() {
  const tests = numbered(
    RECORDED.map(([name, comment, recording, strong, weak]) => {
      const components = COMPONENTS[name] ?? {};
      return {
        name,
        comment,
        recording,
        product: "articlip",
        components,
        strong,
        text: fingerprint(components, "articlip", strong),
        weak,
      };
    }),
  );
  const textOf = (name: string) => tests.find((test) => test.name === name)?.text ?? "";
  return {
    tests,
    pairs: numbered(
      PAIRS.map(([one, other, same]) => ({
        comment: `${one} and ${other}`,
        one: textOf(one),
        other: textOf(other),
        same,
      })),
    ),
  };
}
