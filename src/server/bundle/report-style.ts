/** The report stands alone: no font, picture or style of its own is fetched, and it prints black on white. */
export const reportStyle = `
:root{color-scheme:light;--ink:#211d17;--grey:#5c564c;--rule:#d8d2c6;--blue:#8fa3e6;--pass:#1c6140;--fail:#a8201f}
*{box-sizing:border-box}
body{margin:0;background:#eeeae2;color:var(--ink);font:15px/23px "STIX Two Text","Times New Roman",Times,serif}
main{max-width:880px;margin:24px auto;padding:56px 56px 40px 96px;background:#fcfaf5;
  background-image:linear-gradient(90deg,var(--blue) 0 1px,transparent 1px 3px,var(--blue) 3px 4px);background-size:4px 100%;background-repeat:no-repeat;background-position:64px 0}
.caption{display:grid;grid-template-columns:1fr 24px 1fr;gap:8px}.parens{text-align:center}
h1{margin:24px 0 28px;padding:12px 0;text-align:center;font-size:28px;line-height:34px;border-top:6px double var(--ink);border-bottom:6px double var(--ink)}
h2{font-size:19px;margin:28px 0 8px}h3{font-size:16px;margin:22px 0 6px}
p{margin:0 0 8px}.note{color:var(--grey);font-size:13px;line-height:19px}
.result{border-left:3px solid var(--ink);padding-left:10px}
table{width:100%;border-collapse:collapse;font:13px/19px Archivo,"Helvetica Neue",Arial,sans-serif;margin:8px 0}
th{text-align:left;font-weight:600;border-bottom:1px solid var(--ink);padding:4px 8px 4px 0}
td{border-bottom:1px solid var(--rule);padding:5px 8px 5px 0;vertical-align:top}
.n{width:72px;font-family:ui-monospace,Menlo,monospace;font-size:12px;white-space:nowrap}
code{font:12px/18px ui-monospace,Menlo,monospace;word-break:break-word}
.finding{font:600 13px/19px Archivo,"Helvetica Neue",Arial,sans-serif;white-space:nowrap}
.passing{color:var(--pass)}.failing{color:var(--fail)}
footer{margin-top:36px;padding-top:10px;border-top:1px solid var(--rule);color:var(--grey);font-size:12px}
article{break-inside:avoid}tr{break-inside:avoid}
@media (max-width:640px){main{margin:0;padding:28px 16px 28px 28px;background-position:12px 0}.caption{grid-template-columns:1fr}.parens{display:none}table{display:block;overflow-x:auto}}
@media print{@page{size:letter;margin:18mm}body{background:#fff}main{margin:0;padding:0;max-width:none;background:#fff}.finding{color:var(--ink)}}
`;
