/** Country (ISO 3166), latitude and longitude in degrees. */
const CENTERS = `
  AD 42.5 1.6, AE 24 54, AF 33 65, AG 17 -61.8, AI 18.2 -63.1, AL 41 20, AM 40 45, AO -12.5 18.5,
  AR -34 -64, AS -14.3 -170.7, AT 47.3 13.3, AU -25 134, AW 12.5 -70, AX 60.2 20, AZ 40.5 47.5,
  BA 44 18, BB 13.2 -59.5, BD 24 90, BE 50.8 4.5, BF 13 -2, BG 43 25, BH 26 50.5, BI -3.5 30,
  BJ 9.5 2.3, BL 17.9 -62.8, BM 32.3 -64.8, BN 4.5 114.7, BO -17 -65, BQ 12.2 -68.3, BR -10 -55,
  BS 24.3 -76, BT 27.5 90.5, BW -22 24, BY 53 28, BZ 17.3 -88.8, CA 60 -96, CD -2.5 23.5, CF 7 21,
  CG -1 15, CH 47 8, CI 8 -5.5, CK -21.2 -159.8, CL -30 -71, CM 6 12, CN 35 105, CO 4 -72, CR 10 -84,
  CU 21.5 -80, CV 16 -24, CW 12.2 -69, CY 35 33, CZ 49.8 15.5, DE 51 9, DJ 11.5 43, DK 56 10,
  DM 15.4 -61.3, DO 19 -70.7, DZ 28 3, EC -2 -77.5, EE 59 26, EG 27 30, EH 24.5 -13, ER 15 39,
  ES 40 -4, ET 8 38, FI 64 26, FJ -18 178, FK -51.8 -59, FM 6.9 158.2, FO 62 -7, FR 46.5 2.5,
  GA -1 11.8, GB 54 -2, GD 12.1 -61.7, GE 42 43.5, GF 4 -53, GG 49.5 -2.6, GH 8 -2, GI 36.1 -5.4,
  GL 72 -40, GM 13.5 -15.5, GN 11 -10, GP 16.3 -61.6, GQ 2 10, GR 39 22, GT 15.5 -90.3,
  GU 13.4 144.8, GW 12 -15, GY 5 -59, HK 22.3 114.2, HN 15 -86.5, HR 45.2 15.5, HT 19 -72.4,
  HU 47 20, ID -5 120, IE 53 -8, IL 31.5 34.8, IM 54.2 -4.5, IN 21 78, IQ 33 44, IR 32 53, IS 65 -18,
  IT 42.8 12.8, JE 49.2 -2.1, JM 18.2 -77.5, JO 31 36, JP 36 138, KE 1 38, KG 41 75, KH 13 105,
  KI 1.4 173, KM -12.2 44.3, KN 17.3 -62.7, KP 40 127, KR 37 127.5, KW 29.5 47.8, KY 19.5 -80.5,
  KZ 48 68, LA 18 105, LB 33.8 35.8, LC 13.9 -61, LI 47.2 9.5, LK 7 81, LR 6.5 -9.5, LS -29.5 28.5,
  LT 55.3 24, LU 49.8 6.2, LV 57 25, LY 27 17, MA 32 -6, MC 43.7 7.4, MD 47 29, ME 42.8 19.3,
  MF 18.1 -63.1, MG -20 47, MH 9 168, MK 41.8 22, ML 17 -4, MM 22 98, MN 46 105, MO 22.2 113.6,
  MP 15.2 145.8, MQ 14.7 -61, MR 20 -12, MS 16.8 -62.2, MT 35.9 14.4, MU -20.3 57.6, MV 3.2 73,
  MW -13.5 34, MX 23 -102, MY 3.5 109.5, MZ -18.3 35, NA -22 17, NC -21.5 165.5, NE 16 8, NG 10 8,
  NI 13 -85, NL 52.3 5.5, NO 62 10, NP 28 84, NR -0.5 166.9, NZ -41 174, OM 21 57, PA 9 -80,
  PE -10 -76, PF -17.6 -149.5, PG -6 147, PH 13 122, PK 30 70, PL 52 20, PM 46.9 -56.3,
  PR 18.2 -66.5, PS 32 35.2, PT 39.5 -8, PW 7.5 134.5, PY -23 -58, QA 25.5 51.3, RE -21.1 55.5,
  RO 46 25, RS 44 21, RU 60 90, RW -2 30, SA 24 45, SB -8 159, SC -4.6 55.5, SD 15 30, SE 62 15,
  SG 1.4 103.8, SI 46.1 14.8, SK 48.7 19.5, SL 8.5 -11.5, SM 43.9 12.5, SN 14 -14, SO 6 48, SR 4 -56,
  SS 7.5 30, ST 1 7, SV 13.8 -88.9, SX 18 -63.1, SY 35 38, SZ -26.5 31.5, TC 21.8 -71.6, TD 15 19,
  TG 8 1.2, TH 15 100, TJ 39 71, TL -8.8 125.8, TM 40 60, TN 34 9, TO -20 -175, TR 39 35,
  TT 10.5 -61.3, TV -8 178, TW 23.7 121, TZ -6 35, UA 49 32, UG 1 32, US 39 -98, UY -33 -56,
  UZ 41 64, VA 41.9 12.5, VC 13.2 -61.2, VE 8 -66, VG 18.4 -64.6, VI 18.3 -64.8, VN 16 107,
  VU -16 167, WF -13.3 -176.2, WS -13.7 -172.4, XK 42.6 20.9, YE 15.5 47.5, YT -12.8 45.2, ZA -29 25,
  ZM -14 28, ZW -19 30`;

/**
 * Approximate center of each country. Enough to judge whether a person could have traveled between two of them.
 * Sightings in countries without a center are not judged.
 */
export const CENTROIDS: ReadonlyMap<string, readonly [latitude: number, longitude: number]> = new Map(
  CENTERS.trim()
    .split(/,\s+/)
    .map((center) => {
      const [country = "", latitude, longitude] = center.split(" ");
      return [country, [Number(latitude), Number(longitude)]];
    }),
);
