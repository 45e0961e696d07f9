import type { Tests } from "./held.ts";

/** The tests of each attack and accident in docs/license-attacks.md: by its words there, files with their titles. */
export const ATTACKS: Tests = {
  "Signs a lease until 2100, with or without their own key": {
    "test/packages/license-client/offline.test.ts": [
      "a forged lease until 2100",
      "a forged lease, with its key",
      "a lease until 2100 in a store that was sealed for this computer, signed %s",
    ],
  },
  "Puts another key in the chain, or publishes one": {
    "test/packages/license-client/trust.test.ts": [
      "is not believed from a stranger, nor from a lease in a statement's place",
    ],
    "test/packages/license-client/hostileKeys.test.ts": [
      "whatever is published as the lease keys: a stranger's are not believed, and nothing is lost",
    ],
  },
  "Edits the clock's offset or the latest time that was seen": {
    "test/packages/license-client/offline.test.ts": ["another clock offset", "an earlier latest time"],
  },
  "Moves the seat all day among twenty computers, and puts back what each had stored before it left": {
    "test/functions/licenses/worksAtOnce.test.ts": [
      "a seat that moves all day works on three computers, one of them for ten minutes",
    ],
  },
  "The same, and edits each store and seals it again": {
    "test/functions/licenses/worksAtOnce.test.ts": [
      "a seat whose stored files are edited and sealed again works on twice as many, with the clocks left alone",
    ],
  },
  "Takes answer files for twenty computers": {
    "test/functions/licenses/worksAtOnce.test.ts": [
      "files for computers without internet take the two long places: two work on for 30 days",
    ],
  },
  "Edits the clock and seals the store again, as any reader of the library can": {
    "test/packages/license-client/resealed.test.ts": [
      "does not make a lease of a day work %i ms later",
      "does not make it work with an answer that is not the service's, not the library's, or older",
      "buys a day where it forgets the service's answer, and no more",
    ],
  },
  "Edits, cuts or replaces any stored text": {
    "test/packages/license-client/edited.test.ts": [
      "whatever is edited in the stored license: no call rejects, no right is won, and the key brings it back",
      "whatever is edited in the reports that wait: no call rejects, and a new report arrives",
    ],
    "test/packages/license-client/storage.test.ts": [
      "leaves out what it cannot read, and what no service takes",
    ],
  },
  "Saves an edited store again through the library": {
    "test/packages/license-client/offlineFiles.test.ts": [
      "an edited store stays without a license, whatever saves it again",
    ],
  },
  "Sets the clock back, once or again and again": {
    "test/packages/license-client/offline.test.ts": [
      "set back by more than a day asks for the service, loses nothing, and is settled by one call",
      "set back again and again does not stop the time of a running application",
    ],
  },
  "Copies the folder to another computer": {
    "test/packages/license-client/processes.test.ts": [
      "a folder that was copied to another computer is no license there, and costs the first one nothing",
    ],
    "test/packages/license-client/refresh.test.ts": [
      "detects a copy of the stored state, and the original computer continues",
    ],
  },
  "Activates, copies, leaves, swaps, replaces the key and goes offline in any order": {
    "test/properties/liveLeases.test.ts": [
      "whatever is activated, copied, cleared, swapped, replaced, left or taken offline: three live leases, the third of ten minutes",
    ],
  },
  "Runs a row of virtual machines, each a little different from the one before": {
    "test/properties/liveLeases.test.ts": [
      "a row of machines, each a little different from the one before, does not count as one computer",
    ],
  },
  "Hides the machine id and `/sys` on twenty computers, with this version or the one before": {
    "test/functions/licenses/weakRules.test.ts": [
      "twenty computers that show only their processor, %s: three leases, the third of ten minutes",
      "only the newer of two activations can refresh",
      "a weak computer gets no offline license, and learns why and how",
    ],
  },
  "Hides parts until the computer looks like the one that has the seat": {
    "test/functions/licenses/weakRules.test.ts": [
      "a weak computer that looks like a strong one takes none of its lease's place",
    ],
  },
  "Activates clones of one virtual machine by turns, or leaves and comes back": {
    "test/functions/licenses/weakRules.test.ts": [
      "the fourth return within a day is a signal, by activation or after leaving",
    ],
  },
  "Uses an answer file twice, or on another computer": {
    "test/packages/license-client/offlineFiles.test.ts": [
      "the second time, and after another request",
      "on another computer",
    ],
  },
  "Keeps an answer file for later and sets the clock back, after setting it ahead for the request or between two connections":
    {
      "test/packages/license-client/offlineClock.test.ts": [
        "with a clock that is set back",
        "with a clock that was %i ms ahead for the request alone",
        "where the service has settled the clock since the request",
        "when it is used a second time",
      ],
    },
  "Denies a sign-in, or lets it end, after the seat was swapped away": {
    "test/packages/license-client/signIn.test.ts": [
      "one that is %s takes back no seat that was swapped away since",
    ],
  },
  "Puts another address into a `.local/stack.json` above the folder where the program runs": {
    "test/packages/license-client/cliAddress.test.ts": [
      "the key goes to the address pinned %s, whatever stack.json lies above",
      "a stack.json that names %s is refused, and nothing is asked or pinned",
    ],
  },
  "Tries out the codes of a sign-in": {
    "test/functions/licenses/signIn/handlers.test.ts": [
      "nobody tries out codes: the twenty-first within ten minutes is refused, right or wrong",
    ],
  },
  "Reinstalls, crashes, or replaces one part after the other": {
    "test/properties/liveLeases.test.ts": [
      "one computer is never refused and pays no swap, whatever is reinstalled, and when each part is replaced",
    ],
  },
  "Shares a model, an optical drive or a virtual board with a stranger": {
    "test/packages/license-client/machine.test.ts": ["$comment are one: $same"],
    "test/functions/licenses/trials/trial.test.ts": [
      "two virtual machines of different owners with the same optical drive have a trial each",
    ],
  },
  "Reinstalls, replaces the disk, or works where policy hides the system's identity": {
    "test/functions/licenses/weakRules.test.ts": [
      "honest: %s: activates again at no cost, as often as it takes",
      "honest: a locked-down computer that is online on Friday evening works on Monday morning",
    ],
  },
  "Updates the application, whatever version 1.2 had read of the computer": {
    "test/functions/licenses/weakRules.test.ts": [
      "honest: %s, activated by version 1.2, keeps its seat with the next version",
    ],
  },
  "Deactivates what was never activated": {
    "test/packages/license-client/cli.test.ts": ["leaving a seat that it never had is said to be wrong"],
  },
  "Knows a key that leaked": {
    "test/functions/licenses/replacement/replace.test.ts": [
      "the old key is dead at once, with its own code, and the new one is the grant's",
    ],
  },
  "A sign-in page, a redirect, a firewall's 403, an interceptor, half an answer": {
    "test/packages/license-client/hostile.test.ts": ["%s changes nothing"],
  },
  "No HTTP, endless headers, wrong compression and whatever else bytes can say": {
    "test/packages/license-client/transport.test.ts": ["a network that answers %s is no service"],
  },
  "An answer without an end, plain or compressed": {
    "test/packages/license-client/transport.test.ts": ["%s is not read to its end"],
  },
  "An answer that drips in": {
    "test/packages/license-client/transport.test.ts": [
      "an answer that drips in ends the call at its limit, and the connection",
    ],
  },
  "The answer of an earlier request, or of another call": {
    "test/packages/license-client/hostile.test.ts": ["an old answer that is sent again changes nothing"],
    "test/packages/license-client/trust.test.ts": ["%s is not"],
  },
  "Anything at all, to each call": {
    "test/packages/license-client/hostile.test.ts": [
      "whatever is answered to %s: nothing is lost, nothing is thrown",
      "whatever is answered to the %s of a sign-in: the seat is kept, and the customer's answer still counts",
      "whatever file is given as an answer: it is refused, and nothing is lost",
    ],
  },
  "A faulty service that signs nonsense": {
    "test/packages/license-client/hostile.test.ts": [
      "whatever a faulty service signs for %s: no call rejects, and what is shown can be shown",
    ],
  },
  "A lost answer": {
    "test/packages/license-client/refresh.test.ts": [
      "a lost answer costs nothing: the next try resumes where it was",
    ],
  },
  "The clock stays wrong, or once said 2030": {
    "test/packages/license-client/resealed.test.ts": [
      "a clock that stays %i ms wrong works offline after a restart",
      "a clock that once said 2030 is settled by one connection",
    ],
  },
  "The clock was wrong once, on a computer without internet": {
    "test/packages/license-client/offlineClock.test.ts": [
      "and stood %i ms ahead: a fresh answer settles that",
      "an offset of a clock that was %i ms off is forgotten",
    ],
  },
  "The disk is full, before or between two writes": {
    "test/packages/license-client/storage.test.ts": [
      "that is full takes no seat, keeps what was there, and says so",
      "that is full after %i writes loses no activation",
    ],
  },
  "A kill at any instruction, and of real processes at any moment": {
    "test/packages/license-client/storage.test.ts": ["survives a kill at any instruction of any call"],
    "test/packages/license-client/processes.test.ts": [
      "two processes that are killed at any moment share one seat and lose nothing",
    ],
  },
  "A lock whose holder died, or that was edited": {
    "test/packages/license-client/lock.test.ts": [
      "a holder that was killed is passed over by exactly one at a time",
      "a lock file that reads %j holds nobody up",
    ],
  },
  "The keychain is locked, or has lost its key": {
    "test/packages/license-client/vault.test.ts": [
      "that is locked says so, takes no seat, and comes back",
      "whose key is gone asks for the license key, and costs no swap",
    ],
  },
  "The application's own functions fail or never end": {
    "test/packages/license-client/storage.test.ts": ["a listener that rejects later is no fault of the call"],
    "test/packages/license-client/transport.test.ts": [
      "an application's own fetch that heeds no signal ends at the limit as well",
    ],
  },
  "One report of many is refused, or too many wait": {
    "test/packages/license-client/reports.test.ts": ["lose those alone"],
    "test/packages/license-client/storage.test.ts": ["drops the oldest beyond its bound, and counts them"],
  },
  "Background work outlives the application": {
    "test/packages/license-client/package.test.ts": ["opens, and its background work keeps no process alive"],
  },
};
