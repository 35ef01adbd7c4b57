/** What a mark, a stamp or a tick can say. `unknown` is a check that could not tell; `sealed` is an intact seal. */
export type Finding = "passing" | "failing" | "needs evidence" | "not applicable" | "unknown" | "sealed";
