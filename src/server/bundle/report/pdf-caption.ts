import { contentWidth, drawOxford, frame, ink } from "./page-frame.ts";
import type { Sheet, Structure } from "./pdf-sheet.ts";
import type { ReportContent } from "./report-model.ts";

const setting = { voice: "serif", size: 11 } as const;
const record = { voice: "record", size: 7.5 } as const;
const LEADING = 15.5;
const [LEFT, MIDDLE, RIGHT] = [frame.left, frame.left + 215, frame.left + 240];

/** The first page's head, as on a paper for a court: who, under what, and the title between two thick-thin rules. */
export function setCaption(sheet: Sheet, { caption, facts, heading }: ReportContent, parent: Structure): void {
  sheet.turn();
  const top = sheet.y;
  for (const [index, { text, label }] of caption.entries()) {
    const voice = index === 0 ? "serifBold" : "serif";
    for (const line of sheet.type.lines(text, { voice, size: 11 }, 200))
      sheet.line(parent, "P", line, { size: 11, x: LEFT, y: sheet.place(LEADING) });
    const [said] = sheet.type.lines(label, setting, 200);
    sheet.line(parent, "P", said!, { size: 11, x: LEFT, y: sheet.place(LEADING), color: ink.grey });
    sheet.y += 9;
  }
  const lower = sheet.y;
  sheet.y = top;
  const beside = facts.flatMap((fact) => setFact(sheet, fact, parent));
  sheet.artifact(() => {
    sheet.doc.fillColor(ink.grey);
    const [paren] = sheet.type.lines(")", setting, 20);
    for (const y of beside) sheet.type.set(paren!, 11, MIDDLE, y);
  });
  sheet.y = Math.max(sheet.y, lower) + 10;
  setTitle(sheet, heading, parent);
}

/** One fact of the right half; answers with the baselines of its lines. */
function setFact(sheet: Sheet, fact: ReportContent["facts"][number], parent: Structure): number[] {
  const { doc, type } = sheet;
  const head = type.lines(`${fact.label}:`, setting, 200)[0]!;
  const indent = type.width(`${fact.label}: `, setting);
  const voice = fact.record ? record : setting;
  const baselines: number[] = [];
  const draw = () => {
    for (const [index, line] of type.lines(fact.value, voice, frame.right - RIGHT - indent).entries()) {
      const y = sheet.place(LEADING);
      baselines.push(y);
      doc.fillColor(ink.text);
      if (index === 0) type.set(head, setting.size, RIGHT, y);
      type.set(line, voice.size, RIGHT + indent, y);
    }
  };
  parent.add(doc.struct("P", {}, draw));
  return baselines;
}

function setTitle(sheet: Sheet, heading: string, parent: Structure): void {
  const title = { voice: "serifBold", size: 21 } as const;
  drawOxford(sheet.doc, sheet.y, false);
  sheet.y += 33;
  const x = frame.left + (contentWidth - sheet.type.width(heading, title)) / 2;
  const [line] = sheet.type.lines(heading, title, contentWidth);
  sheet.line(parent, "H1", line!, { size: title.size, x, y: sheet.y });
  drawOxford(sheet.doc, sheet.y + 12, true);
  sheet.y += 20;
}
