/** Colours of pages and reports, as CSS: light or dark as the reader prefers. One colour means one thing in all of them. */
export const HTML_PALETTE = `:root {
  color-scheme: light dark;
  --ground: #f4f5f7; --card: #ffffff; --inset: #f6f7f9; --line: #d8dce2;
  --text: #1c2430; --soft: #566174; --link: #1557b0;
  --good: #14692f; --good-ground: #dff3e4; --busy: #1557b0; --busy-ground: #e0ebfa;
  --held: #7a4b00; --held-ground: #fbeccb; --bad: #a1211a; --bad-ground: #fbe3e1;
  --still: #465063; --still-ground: #e7eaef;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #11151b; --card: #1a2029; --inset: #202733; --line: #323b49;
    --text: #e5e9f0; --soft: #a0abbd; --link: #86b6f5;
    --good: #7fd696; --good-ground: #163322; --busy: #8fbcf8; --busy-ground: #182f4e;
    --held: #edc069; --held-ground: #3b2d0f; --bad: #f59a93; --bad-ground: #432020;
    --still: #b9c2d1; --still-ground: #2a323f;
  }
}`;
