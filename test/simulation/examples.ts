/** Shortened stories that once broke an invariant, each with its cause. */
export type Example = { why: string; seed: number; story: string /** Tax is collected. */; tax?: true };

export const EXAMPLES: readonly Example[] = [
  {
    why: "a first payment had no owner if the customer was deleted before the payment's webhook came",
    seed: 15,
    story: "signUp:1552187704,buyMonthly:1456624821,pay:628056854,deleteCustomer:2118930699",
  },
  {
    why: "the webhook answered 500 to a thin event that Stripe had signed",
    seed: 1,
    story: "unusualEvent:350067355",
  },
  {
    why: "a key was mailed for a purchase whose refund arrived before its webhook",
    seed: 5,
    story: "webhooksFail:1113996078,signUp:1644015194,purchase:606325058,refundInDashboard:82884883",
  },
  {
    why: "a mail said that a license works again after a dispute was won, but the subscription had already ended",
    seed: 16,
    story:
      "signUp:675656919,purchase:1104990731,deleteCustomer:1346219281,dispute:933735176,decideDispute:913801037",
  },
  {
    why: "a mail said that a license works again after a dispute was won, but the purchase had already been refunded",
    seed: 37,
    story:
      "signUp:53905934,purchase:2087044528,refundInDashboard:576691447,dispute:2045679259,decideDispute:794133204",
  },
  {
    why: "a failed refund turned a subscription into a duplicate, which kept its license after its own refund",
    seed: 25,
    story:
      "signUp:904819412,suspend:94399269,saveOffer:1994452212,suspend:1171737538,purchase:1719746152,purchase:1397513664,refundInDashboard:1963507240,refundInDashboard:110306349,waitAWeek:1135053470,failARefund:2074111568,purchase:927358720,purchase:1802609831,failARefund:983078616,refundInDashboard:1364771161",
  },
  {
    why: "the operator's mail about a failed refund said that a license works again, but the purchase had granted none",
    seed: 63,
    story:
      "saveOffer:1802245681,signUp:607136644,join:25781853,refer:1668858674,refundInDashboard:991354277,waitAnHour:1760505358,failARefund:1860228493",
  },
  {
    why: "a license that a failed refund had restored survived a lost dispute, although a mail said that it had ended",
    seed: 70,
    story:
      "signUp:1639048480,waitAMonth:943324369,signUp:2037869564,waitAMonth:0,waitAMonth:0,signUp:410739446,buyTwiceAtOnce:1551137100,pay:1446968007,waitAMonth:1908841567,refundInDashboard:77590629,settle:1214152895,failARefund:88124064,dispute:1819151081,decideDispute:26648910",
  },
  {
    why: "one of two lifetime checkouts answered 500 if the customer had been deleted at Stripe",
    seed: 26,
    story:
      "refundCallDies:1149748773,affiliateIsPaid:829323918,buyAndDisappear:1848725020,buyTwiceAtOnce:1947156689",
  },
  {
    why: "the second of two windows released the unit that the page of the first window was selling",
    seed: 26,
    story: "buyAndDisappear:1848725020,saveOffer:1562189988,settle:676631787,buyTwiceAtOnce:1947156689",
  },
  {
    why: "a second subscription with an inquiry about its payment could not be refunded after the inquiry",
    seed: 18,
    story:
      "webhooksFail:2054595376,changeOfMind:289228245,purchase:1995699795,webhooksFail:1949193716,dispute:1337542769,decideDispute:1311231530",
  },
  {
    why: "one window stored a deleted customer, because Stripe repeats the answer to an idempotency key for a day, and another window got 500",
    seed: 746,
    story:
      "suspendSubscriber:1100504526,buyAndDisappear:654910047,settle:579673195,buyTwiceAtOnce:2109118395",
  },
  {
    why: "if two subscriptions that began in the same second shared a key, the key survived the subscription that owned it",
    seed: 515,
    story:
      "changeOfMind:948928645,settle:13318452,transfersComeBack:691609322,transfersComeBack:1084089991,settle:1446787750,join:62154420,replaceKey:573075472,buyAndDisappear:968045633,settle:1915355684,buyMonthly:505107740,pay:229890481,deliverMeanwhile:920265667,dispute:123980263,buyAndDisappear:513642792,transfersComeBack:586564460,refundInDashboard:755814338",
  },
  {
    why: "the mail about the refund of a subscription that had revived a key said that no license depended on it",
    seed: 752,
    story:
      "cardFails:944063157,waitAMonth:1798760447,purchase:885350987,purchase:1919157783,refundInDashboard:1744781207",
  },
  {
    why: "no defect: after a month had passed, the simulation did not run the jobs, so the sweep did not finish a refund",
    seed: 276,
    story:
      "refundCallDies:1614507606,affiliateIsPaid:478528936,waitAMonth:1953891112,disputeRunsItsCourse:813435114,waitADay:1496505414,disputeRunsItsCourse:836552536,refund:1737236694,webhooksFailForADay:1757636107",
  },
  {
    why: "no defect: the simulation expected a second weekly payout run on the day of the first",
    seed: 720,
    story:
      "cardFails:1352615129,waitAMonth:0,join:218242490,waitAMonth:0,waitAWeek:126063001,waitAWeek:1830529395,waitAMonth:0,refer:1322305182,join:2018269836,waitAMonth:0,affiliateIsPaid:1482651305,affiliateIsPaid:112506651",
  },
  {
    why: "no defect: a refund ended an inquiry and then failed, and the sandbox refused another refund of the payment",
    seed: 872,
    story:
      "signUp:751260843,purchase:979121216,webhooksFailForADay:2121190340,dispute:27070584,refundInDashboard:1012053201,failARefund:1304943378,useGuarantee:380966855",
  },
  {
    why: "no defect: the simulation tried a payout a week later and did not reset the time",
    seed: 914,
    story:
      "disputeRunsItsCourse:2129323927,signUp:286891457,affiliateIsPaid:527844444,affiliateIsPaid:181047941,waitAnHour:859638785,waitAnHour:483015646,changeCard:48849186,settle:1955233632,settle:1091485539",
  },
  {
    why: "a lifetime purchase granted no license if it was refunded as a gift before its webhook came",
    seed: 553,
    story: "refundCallDies:817843518,affiliateIsPaid:1918166452,purchase:2115944749,refund:1012224783",
  },
  {
    why: "no defect: after the end of a subscription, the simulation did not count an operator's gift as a refund",
    seed: 744,
    story: "cardFails:1882622227,refund:1198493441",
  },
  {
    why: "an account whose customer had just been deleted at Stripe could not be erased",
    seed: 805,
    story: "suspendSubscriber:1413557132,buyAndDisappear:1569480412,deleteAccount:505752491",
  },
  {
    why: "a cancellation answered 500 while a webhook ended the subscription",
    seed: 453,
    story:
      "signUp:736778929,suspend:1120991579,transfersComeBack:1620298572,dispute:1987432944,signUp:64370296,suspendSubscriber:587462130,purchase:1598699274,refund:740090981,acceptDispute:1153290794,deliverMeanwhile:81280106",
  },
  {
    why: "the success page waited for a second subscription that had ended and been refunded",
    seed: 96,
    story:
      "disputeRunsItsCourse:329082505,deliverMeanwhile:1398315929,buyMonthly:1514411795,pay:1023333704,purchase:226017545,purchase:468931656,returnToSuccess:637116893",
  },
  {
    why: "an invoice could still be paid after the end of a subscription that was never paid",
    seed: 37,
    story:
      "suspendSubscriber:1271636273,signUp:1409646885,buyMonthly:2000928211,buyAndDisappear:249574869,payByDebit:887263923,cardFails:1536141002",
  },
  {
    why: "a subscription was still charged after an operator switched off its key",
    seed: 3,
    story: "suspendSubscriber:633124059,suspend:1,settle:1,switchKey:923001652",
  },
  {
    why: "the mail about a dispute said that the license of a switched-off key had already ended",
    seed: 49,
    story: "suspendSubscriber:633124059,switchKey:923001652,dispute:2041299480",
  },
  {
    why: "no defect: a plot let two months pass without a bank's answer to a debit",
    seed: 28,
    story:
      "refundCallDies:2138295539,suspend:1362970518,disputeRunsItsCourse:267471264,suspend:491150569,buyMonthly:1676602037,payByDebit:1638772890,cardFails:1165709352",
  },
  {
    why: "two pages could be paid after a checkout call died between opening one and closing the other",
    seed: 759,
    story:
      "signUp:546916923,cardFails:454538598,cancelInThePortal:1526306814,disputeRunsItsCourse:399114056,transfersComeBack:1950926279,refer:1401951672,cardFails:1879137419,waitAnHour:1955746178,buyMonthly:389233810,buyMonthly:2019703241",
  },
  {
    why: "no defect: a debit was refused before the subscription began, and the simulation considered the payment due",
    seed: 474,
    story:
      "signUp:16020212,buyMonthly:1087151581,payByDebit:1351327475,payByDebit:650903322,fixPayment:1043738264",
  },
  {
    why: "many simultaneous commissions that needed more than one transaction were not counted",
    seed: 75,
    story:
      "waitAMonth:2115095869,shareALicense:876452613,disputeRunsItsCourse:1624535554,transfersComeBack:2095628809,waitAMonth:1801285374,refer:1346892860,cancelInThePortal:381446331,refer:1325417908,waitAWeek:1844512283,affiliateIsPaid:449079054,refer:466695904,refer:1293293186,buyYearly:22345011,affiliateIsPaid:1382137076,waitAMonth:109791415,refer:797754872,waitAWeek:1950098835,cardFails:1314721633,affiliateIsPaid:1722701389,refer:596070561,waitAMonth:1123455392,refer:1381444490,waitAMonth:1414358444,shareALicense:848852476,buyYearly:1872045927",
  },
  {
    why: "a customer whose payment had just been refunded also got a credit for its unused days by changing to yearly",
    seed: 108,
    story:
      "shareALicense:714533580,suspend:764553898,suspendSubscriber:1248853885,suspend:1765121256,purchase:396261299,settle:341896157,useGuarantee:59374874,switchUp:1683690650",
  },
  {
    why: "a window released the unit for which another window had opened a discounted page",
    seed: 15778,
    story:
      "disputeRunsItsCourse:1407695220,suspend:1813759948,signUp:1126204673,join:1149400143,giveDiscount:413467044,saveOffer:609440452,suspend:1743040761,buyTwiceAtOnce:74025995",
  },
  {
    why: "a won dispute about a payment with a failed refund was not recorded, because the next refund reused the idempotency key",
    seed: 16666,
    story:
      "webhooksFail:2080220546,webhooksFail:774774542,cardFails:628636826,deliverMeanwhile:621153062,failARefund:1208346163,dispute:1172930160,decideDispute:2106032400",
  },
  {
    why: "objects that a reconciliation failed to compare were never compared again",
    seed: 17479,
    story:
      "disputeRunsItsCourse:120069725,affiliateIsPaid:1929491561,dispute:2108424428,waitAWeek:1057295131,waitADay:1706796371,refer:1513360471,cancelInThePortal:1471994740,webhooksFailForADay:1075203126,changeCard:1965617480,waitADay:703281704",
  },
  {
    why: "paying left the subscription past due, because a voided invoice from a suspension decided its status",
    seed: 18676,
    story:
      "waitAMonth:1346306373,changeOfMind:315992611,changeCard:66328641,waitAMonth:2040469680,suspendSubscriber:610921947,transfersComeBack:2084263344,suspend:1985402805,fixPayment:800992097",
  },
  {
    why: "a refund's mail said that the license had ended, although the refund of the latest payment had failed",
    seed: 18773,
    story:
      "signUp:1166637151,purchase:287721260,switchUp:1263120694,useGuarantee:1008472015,failARefund:258663131",
  },
  {
    why: "a page that could not be stored stayed open at Stripe after its unit was released",
    seed: 14255,
    story:
      "suspendSubscriber:747279230,suspend:1744269388,settle:1659306973,buyLifetime:1438127655,leaveCheckout:694696105",
  },
  {
    why: "a mail said that a trial began although its key had been switched off and replaced",
    seed: 30047,
    story: "tryIt:1067310275,switchKey:1356230872,shareALicense:314166475",
  },
  {
    why: "a canceled payout left a debt for a commission that a self-referral had taken back in the meantime",
    seed: 31057,
    story:
      "tryIt:1620872028,join:1727732489,settle:1448594933,affiliateIsPaid:1936137819,buyYearly:948754390,cancelPayout:632247915",
  },
  {
    why: "a team followed a refunded subscription although a failed refund had restored an earlier one",
    seed: 70681,
    story:
      "foundTeam:1316875400,foundTeam:1072918552,foundTeam:1535444080,foundTeam:627255179,signUp:1100101450,foundTeam:1032004742,waitAMonth:173253911,foundTeam:194201551,waitADay:1775312835,foundTeam:1558665783,foundTeam:1200899894,foundTeam:683425771,suspend:864906626,foundTeam:234758905,visit:1904303448,refundInDashboard:1416427948,removeFromTeam:1048323685,foundTeam:1518186860,refer:979836896,refer:1460834914,refer:1650349997,foundTeam:1905194303,refundInDashboard:655878507,failARefund:1414176994,joinTeam:817387351",
  },
  {
    why: "a free key that was created while a purchase was granted kept its trial",
    seed: 70848,
    tax: true,
    story:
      "disputeRunsItsCourse:909753738,askForConsent:1431540915,visit:1471606964,deliverMeanwhile:2076788004",
  },
  {
    why: "a customer who bought again got no mail about the early end of the previous subscription",
    seed: 2040,
    story:
      "pauseMeetsRenewal:1187033476,signUp:782503578,foundTeam:53603261,signUp:791689313,switchUp:1158204902,buyAndDisappear:2065396303,buyYearly:1591372349,deliver:1545632252",
  },
  {
    why: "no defect: a lost dispute had ended the subscription, and the simulation expected another mail about a later dispute",
    seed: 3057,
    story: "foundTeam:1492734772,changeSeats:1339337917,disputeRunsItsCourse:1244301271,dispute:1701297903",
  },
  {
    why: "no defect: the sandbox accepted a card's payment for an invoice whose bank debit was pending",
    seed: 6147,
    story:
      "cardFails:154093973,refundCallDies:2078762071,buyTwiceAtOnce:1448804504,payByDebit:1711129082,deliverMeanwhile:1054911091,payInvoicePage:268192187",
  },
  {
    why: "no defect: the simulation treated a pending first debit as a renewal beside a lifetime license",
    seed: 6182,
    story:
      "buyAndDisappear:837853410,balanceStaysEmpty:587910093,signUp:143901213,buyMonthly:904098148,purchase:36996735,payByDebit:20034096",
  },
  {
    why: "no defect: the sandbox let a bank dispute a fully refunded charge, with an amount of 0",
    seed: 2611300054,
    story:
      "foundTeam:1750463418,foundTeam:1797257225,suspendSubscriber:1842153630,refund:1218836130,settle:672971716,visit:1724551,cancelInThePortal:1926918248,refundInDashboard:515814914,giveDiscount:230662810,refundCallDies:2042608413,buyWithCredit:59890680,refundInDashboard:1201548032,webhooksFailForADay:1593883045,dispute:1523818636,refundKeepsFailing:1432108077",
  },
  {
    why: "no defect: the simulation let a bank decide a dispute in the same second as the payment",
    seed: 2611300503,
    story:
      "refundCallDies:407785433,foundTeam:769771450,changeSeats:1088768047,dispute:995816765,decideDispute:1969929593",
  },
  {
    why: "a change to fewer seats succeeded although the subscription had ended at Stripe",
    seed: 2611302120,
    story: "foundTeam:1902799694,buyAndDisappear:584091462,changeSeats:1308466252",
  },
  {
    why: "no defect: a mail said that the license stays valid until the end of a later payment's period, and the simulation expected no valid license",
    seed: 2611302932,
    story:
      "webhooksFail:1612578084,buysLifetimeInstead:874595471,cancelInThePortal:1326541560,buysLifetimeInstead:1157986146,useGuarantee:1193028980,payInvoicePage:1394979215",
  },
  {
    why: "a duplicate with a disputed payment ended, and no mail told the customer",
    seed: 2611303712,
    story:
      "saveOffer:513388940,webhooksFail:1403259218,buysLifetimeInstead:390821725,waitAnHour:686671568,changeOfMind:142327663,buyTeam:2019431870,dispute:983530550",
  },
  {
    why: "a paid duplicate that had granted nothing ended during a dispute, and no mail told the customer",
    seed: 2611303712,
    story:
      "refundCallDies:1925833867,signUp:207173798,pauseMeetsRenewal:1953249779,waitAWeek:1566337354,purchase:1393870822,waitAnHour:1067611894,webhooksFail:1403259218,buysLifetimeInstead:390821725,waitAMonth:1193007859,waitAnHour:686671568,changeOfMind:142327663,dispute:983530550,buyYearly:670928995,affiliateIsPaid:567957105",
  },
];
