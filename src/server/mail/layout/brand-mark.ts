import { light } from "./email-theme.ts";

/** One field of the mark; without a class it is the paper. */
const field = (width: number, height: number, name: "inked" | "pen" | "", across = 1) => {
  const color = light(name === "pen" ? "link" : "ink");
  const filled = name === "" ? "" : ` class="${name}" bgcolor="${color}"`;
  const style = `width:${width}px;height:${height}px;font-size:0;line-height:0${name === "" ? "" : `;background-color:${color}`}`;
  return `<td${filled} width="${width}" height="${height}"${across > 1 ? ` colspan="${across}"` : ""} style="${style}"></td>`;
};

const rows = [
  field(12, 3, "inked", 2) + field(5, 3, ""),
  field(2, 5, "inked") + field(15, 5, "", 2),
  field(2, 6, "inked") + field(15, 6, "pen", 2),
  field(2, 5, "inked") + field(15, 5, "", 2),
  field(12, 3, "inked", 2) + field(5, 3, ""),
];

const fields = (attributes: string, content: string) =>
  `<table role="presentation" cellpadding="0" cellspacing="0" border="0"${attributes}>${content}</table>`;

/** The mark drawn in the cells of a table: a mail shows no picture from anywhere. */
export const brandMark = fields(
  ' aria-hidden="true"',
  `<tr>${field(4, 22, "inked")}${field(2, 22, "")}<td>${fields("", rows.map((row) => `<tr>${row}</tr>`).join(""))}</td></tr>`,
);
