/** Letters that stand without a space, as many as a name may have. */
const LETTERS = 300;

const unbroken = (piece: string) => Array.from(piece.repeat(LETTERS)).slice(0, LETTERS).join("");

/**
 * What a person or a vendor may write, by what is unusual about it. Each is harder on a layout than the texts of our own
 * examples: it does not break, is read from the other side, or is higher, wider or longer.
 */
export const unusualTexts: Readonly<Record<string, string>> = {
  "300 letters without a space": unbroken("Zusammenführungsprüfungsberichtsnachweis_"),
  "from right to left": "مراجعة صلاحيات الوصول إلى أنظمة العملاء للربع الثالث (Okta) ".repeat(5).trim(),
  emoji: "👩🏽‍⚖️🔐🧾🏳️‍🌈👨‍👩‍👧‍👦".repeat(20),
  "without spaces in Chinese and Japanese": unbroken("情報セキュリティ管理体制の年次見直しと証跡の保管"),
  "a rule of 40 words":
    "Ensure that multi-factor authentication is required for every user, service account and break-glass identity that can reach production, including those federated from a contractor's directory, and that enrolment is reviewed by the security owner at least once each quarter without exception",
};

/** The text of a turn, cut to `most` characters with its number at the end, so that no two are equal. */
export function textOfTurn(turn: number, most: number): string {
  const texts = Object.values(unusualTexts);
  const text = texts[turn % texts.length]!;
  const end = `·${turn}`;
  return (
    Array.from(text)
      .slice(0, most - end.length)
      .join("") + end
  );
}
