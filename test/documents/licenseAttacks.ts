import type { Tests } from "./held.ts";

/** The tests of each attack and accident in docs/license-attacks.md: the files with the titles of their tests. */
export const ATTACKS: Tests = {
  "Signs a lease until 2100, with or without their own key": {
    "test/packages/license-client/offline.test.ts": [
      "a forged lease until 2100",
      "a forged lease, with its key",
      "a lease until 2100 that is signed %s, even if the store was sealed for this computer",
    ],
  },
  "Puts another key in the chain, or publishes one": {
    "test/packages/license-client/trust.test.ts": [
      "is not accepted from a stranger or from a lease in place of a key's statement",
    ],
    "test/packages/license-client/hostileKeys.test.ts": [
      "whatever is published as the lease keys, the client trusts no stranger's keys and loses nothing",
    ],
  },
  "Edits the clock's offset or the latest time that was seen": {
    "test/packages/license-client/offline.test.ts": ["another clock offset", "an earlier latest time"],
  },
  "Moves the seat all day among twenty computers, and puts back what each had stored before it left": {
    "test/functions/licenses/worksAtOnce.test.ts": [
      "a seat that moves all day works on three computers at once",
    ],
  },
  "The same, and edits each store and seals it again": {
    "test/functions/licenses/worksAtOnce.test.ts": [
      "a seat works on six computers at once if their owners edit the stored files and seal them again",
    ],
  },
  "Takes answer files for twenty computers": {
    "test/functions/licenses/worksAtOnce.test.ts": [
      "offline files take the two long leases, so two computers work for 30 days",
    ],
  },
  "Edits the clock and seals the store again, as any reader of the library can": {
    "test/packages/license-client/resealed.test.ts": [
      "does not make a lease of a day work %i ms later",
      "does not make an ended lease work with an answer that is forged, for another use, or older",
      "gains at most a day without the service's answer",
    ],
  },
  "Edits, cuts or replaces any stored text": {
    "test/packages/license-client/edited.test.ts": [
      "after any edit of the stored license no call rejects, no right is gained, and the key restores it",
      "after any edit of the waiting reports no call rejects, and a new report arrives",
    ],
    "test/packages/license-client/storage.test.ts": [
      "leaves out entries that it cannot read or that the service would refuse",
    ],
  },
  "Saves an edited store again through the library": {
    "test/packages/license-client/offlineFiles.test.ts": [
      "an edited store stays without a license after the library saves it",
    ],
  },
  "Sets the clock back, once or again and again": {
    "test/packages/license-client/offline.test.ts": [
      "set back by more than a day requires a connection until it is corrected or a call reaches the service",
      "set back repeatedly does not stop the time of a running application",
    ],
  },
  "Copies the folder to another computer": {
    "test/packages/license-client/processes.test.ts": [
      "a folder that is copied to another computer gives no license there and costs the first computer nothing",
    ],
    "test/packages/license-client/refresh.test.ts": [
      "the service detects a copy of the stored state, and the original computer continues",
    ],
  },
  "Activates, copies, leaves, swaps, replaces the key and goes offline in any order": {
    "test/properties/liveLeases.test.ts": [
      "in any history of a license, at most three computers have running leases, and at most two have one longer than ten minutes",
    ],
  },
  "Runs a row of virtual machines, each a little different from the one before": {
    "test/properties/liveLeases.test.ts": [
      "a series of virtual machines, each slightly different from the previous machine, does not count as one computer",
    ],
  },
  "Hides the machine id and `/sys` on twenty computers, with this version or the one before": {
    "test/functions/licenses/weakComputers.test.ts": [
      "twenty computers that show only their processor (%s) get three leases, the third for ten minutes",
      "only the newer of two activations with the same fingerprint can refresh",
      "a weak computer gets no offline license, and learns the reason and the remedy",
    ],
  },
  "Hides parts until the computer looks like the one that has the seat": {
    "test/functions/licenses/weakComputers.test.ts": [
      "a weak computer that resembles a strong computer does not share that computer's lease",
    ],
  },
  "Activates clones of one virtual machine in turn, or leaves and returns": {
    "test/functions/licenses/weakComputers.test.ts": [
      "a computer's fourth return within a day is reported, whether or not it left the seat in between",
    ],
  },
  "Uses an answer file twice, or on another computer": {
    "test/packages/license-client/offlineFiles.test.ts": [
      "a second time, even after another request",
      "on another computer",
    ],
  },
  "Keeps an answer file for later and sets the clock back, after setting it ahead for the request or between two connections":
    {
      "test/packages/license-client/offlineClock.test.ts": [
        "with a clock that is set back",
        "with a clock that was %i ms ahead only during the request",
        "if a refresh has corrected the time since the request",
        "if it is used a second time",
      ],
    },
  "Denies a sign-in, or lets it end, after the seat was swapped away": {
    "test/packages/license-client/signIn.test.ts": [
      "a sign-in that is %s does not take back a seat that was swapped since",
    ],
  },
  "Puts another address into a `.local/stack.json` above the folder where the program runs": {
    "test/packages/license-client/cliAddress.test.ts": [
      "the key goes to the address pinned %s, not to stack.json's address",
      "a stack.json with the address %s is refused without a request or a pin",
    ],
  },
  "Guesses the codes of a sign-in": {
    "test/functions/licenses/signIn/handlers.test.ts": [
      "a person's twenty-first code within ten minutes is refused, even if it is right",
    ],
  },
  "Reinstalls, crashes, or replaces one part after the other": {
    "test/properties/liveLeases.test.ts": [
      "an honest computer is never refused and needs no swap after reinstallations and new parts",
    ],
  },
  "Shares a model, an optical drive or a virtual board with a stranger": {
    "test/packages/license-client/machine.test.ts": ["$comment count as the same computer: $same"],
    "test/functions/licenses/trials/trial.test.ts": [
      "two virtual machines with the same optical drive each have a trial",
    ],
  },
  "Reinstalls, replaces the disk, or works where policy hides the system's identity": {
    "test/functions/licenses/weakComputers.test.ts": [
      "a computer that was %s activates repeatedly without a swap",
      "a locked-down computer that is online on Friday evening works on Monday morning",
    ],
  },
  "Updates the application, whatever version 1.2 had read of the computer": {
    "test/functions/licenses/weakComputers.test.ts": [
      "the computer %s keeps its seat after an update from version 1.2",
    ],
  },
  "Deactivates what was never activated": {
    "test/packages/license-client/cli.test.ts": ["leaving is an error if the computer never had a seat"],
  },
  "Knows a key that leaked": {
    "test/functions/licenses/replacement/replace.test.ts": [
      "the old key is answered with REPLACED immediately, and the grant has the new key",
    ],
  },
  "A sign-in page, a redirect, a firewall's 403, an interceptor, half an answer": {
    "test/packages/license-client/hostile.test.ts": ["%s changes nothing"],
  },
  "No HTTP, endless headers, wrong compression and other invalid bytes": {
    "test/packages/license-client/transport.test.ts": ["a network that answers %s counts as unreachable"],
  },
  "An answer without an end, plain or compressed": {
    "test/packages/license-client/transport.test.ts": ["the library stops reading %s"],
  },
  "An answer that arrives very slowly": {
    "test/packages/license-client/transport.test.ts": [
      "an answer that arrives in drips ends the call and the connection at the time limit",
    ],
  },
  "The answer of an earlier request, or of another call": {
    "test/packages/license-client/hostile.test.ts": ["a repeated old answer changes nothing"],
    "test/packages/license-client/trust.test.ts": ["%s does not give the time"],
  },
  "Any answer at all, to each call": {
    "test/packages/license-client/hostile.test.ts": [
      "any answer to %s loses nothing and throws nothing",
      "any wrong answer to the %s of a sign-in keeps the seat, and a wrong answer to a poll does not end the sign-in",
      "any wrong answer file is refused, and nothing is lost",
    ],
  },
  "A faulty service that signs nonsense": {
    "test/packages/license-client/hostile.test.ts": [
      "if a faulty service signs any answer to %s, no call rejects, and the texts can be shown",
    ],
  },
  "A lost answer": {
    "test/packages/license-client/refresh.test.ts": [
      "after two lost answers, the next attempt succeeds and the license stays active",
    ],
  },
  "The clock stays wrong, or once said 2030": {
    "test/packages/license-client/resealed.test.ts": [
      "a clock that stays %i ms wrong does not stop offline work after a restart",
      "one refresh is enough after the clock once showed 2030",
    ],
  },
  "The clock was wrong once, on a computer without internet": {
    "test/packages/license-client/offlineClock.test.ts": [
      "a fresh answer makes the license work again (clock %i ms ahead)",
      "once a clock that was off by %i ms is corrected, the library forgets its offset",
    ],
  },
  "The disk is full, before or between two writes": {
    "test/packages/license-client/storage.test.ts": [
      "that is full refuses an activation, keeps its content, and says so",
      "that is full after %i writes loses no activation",
    ],
  },
  "A kill at any instruction, and of real processes at any moment": {
    "test/packages/license-client/storage.test.ts": [
      "survives a kill at any instruction of an activation, a refresh or a deactivation",
    ],
    "test/packages/license-client/processes.test.ts": [
      "two processes that are killed at any moment share one seat and lose nothing",
    ],
  },
  "A lock whose holder died, or that was edited": {
    "test/packages/license-client/lock.test.ts": [
      "after a holder is killed, the others still get the lock one at a time",
      "a lock file with the content %j blocks no process",
    ],
  },
  "The keychain is locked, or has lost its key": {
    "test/packages/license-client/vault.test.ts": [
      "that is locked says so, refuses an activation, and works after it is unlocked",
      "that has lost its key asks for the license key, and costs no swap",
    ],
  },
  "The application's own functions fail or never end": {
    "test/packages/license-client/storage.test.ts": ["a listener that rejects later does not fail the call"],
    "test/packages/license-client/transport.test.ts": [
      "a call ends at the time limit even if the application's own fetch ignores the signal",
    ],
  },
  "One report of many is refused, or too many wait": {
    "test/packages/license-client/reports.test.ts": ["lose only the invalid ones"],
    "test/packages/license-client/storage.test.ts": [
      "drops the oldest reports beyond its limit and counts them",
    ],
  },
  "Background work outlives the application": {
    "test/packages/license-client/package.test.ts": ["has background work that keeps no process alive"],
  },
};
