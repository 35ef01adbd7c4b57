/** What people, tools and other alphabets write: long, without a place to break, from the right to the left. */
export const longWords = {
  sentence:
    "Quarterly access review of every production system, including the contractors' accounts that were kept after the migration",
  unbroken: "arn:aws:iam::210987654321:role/exhibit-collector-production-eu-central-1-read-only-2026",
  german: "Datenschutz-Grundverordnungs-Verarbeitungsverzeichnisänderungsprotokoll",
  arabic: "مراجعة صلاحيات الوصول إلى الأنظمة",
  japanese: "アクセス権限の四半期レビュー",
} as const;

export const hash = "9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08";
