//! Inputs: modules with a few random edits of lines and tokens.

use std::collections::BTreeMap;

use fastrand::Rng;

use crate::tokens::{Kind, Lexer, Token};

/// Edits of one input at most.
const EDITS: u32 = 4;
/// An input does not grow beyond this number of bytes.
const LONGEST: usize = 1 << 16;
/// Numbers at the limits of the widths that readers store numbers in.
const NUMBERS: &str = "0 1 -1 2 3 7 8 16 64 65 127 128 255 65536 2147483647 4294967295 4294967296 9223372036854775807 \
    18446744073709551615 340282366920938463463374607431768211456";
/// How often something is repeated to make it nest: around the limits of both readers.
const LEVELS: [usize; 12] = [1, 2, 3, 10, 90, 110, 390, 410, 510, 990, 1010, 3000];

/// A text with its tokens.
struct Tokenized {
    text: String,
    tokens: Vec<Token>,
}

impl Tokenized {
    fn word(&self, token: &Token) -> &str {
        &self.text[token.span.clone()]
    }

    /// The text with something else in place of a token.
    fn with(&self, token: &Token, new: &str) -> String {
        [&self.text[..token.span.start], new, &self.text[token.span.end..]].concat()
    }

    /// The text with two tokens exchanged.
    fn exchanged(&self, a: &Token, b: &Token) -> Option<String> {
        let (a, b) = if a.span.start < b.span.start { (a, b) } else { (b, a) };
        let between = self.text.get(a.span.end..b.span.start)?;
        Some([&self.text[..a.span.start], self.word(b), between, self.word(a), &self.text[b.span.end..]].concat())
    }

    /// A random token of a kind.
    fn any(&self, kind: Kind, rng: &mut Rng) -> Option<&Token> {
        // Of a few tokens tried, one is most often of the kind; to count all of them takes longer.
        let tried = (0..24).find_map(|_| self.tokens.get(rng.usize(..self.tokens.len())).filter(|t| t.kind == kind));
        tried.or_else(|| rng.choice(self.tokens.iter().filter(|token| token.kind == kind).collect::<Vec<_>>()))
    }

    /// Where the bracket that the token at a place opens ends: after the bracket that closes it.
    fn group_end(&self, open: usize) -> Option<usize> {
        let mut level = 0;
        for token in &self.tokens[open..] {
            match token.kind {
                Kind::Open => level += 1,
                Kind::Close => level -= 1,
                _ => {}
            }
            if level == 0 {
                return Some(token.span.end);
            }
        }
        None
    }

    /// The place of a random opening bracket that is spelled `as_word`, if that is given.
    fn bracket(&self, as_word: Option<&str>, rng: &mut Rng) -> Option<usize> {
        let is_wanted =
            |token: &Token| token.kind == Kind::Open && as_word.is_none_or(|wanted| self.word(token) == wanted);
        rng.choice((0..self.tokens.len()).filter(|&at| is_wanted(&self.tokens[at])).collect::<Vec<_>>())
    }

    /// Repeats what is before and after something in brackets, so that it nests.
    fn nested(&self, rng: &mut Rng) -> Option<String> {
        let text = &self.text;
        let open = self.bracket(None, rng)?;
        let end = self.group_end(open)?;
        // From up to three tokens before the bracket to some token after it.
        let first = self.tokens[open - rng.usize(..=open.min(3))].span.start;
        let inner = self.tokens.get(open + 1 + rng.usize(..8)).filter(|token| token.span.start < end)?.span.start;
        let (before, after) = (&text[first..inner], &text[end - 1..end]);
        let levels = (*rng.choice(&LEVELS)?).min(LONGEST / (before.len() + after.len()));
        let (before, after) = (before.repeat(levels), after.repeat(levels));
        Some([&text[..first], &before, &text[first..end], &after, &text[end..]].concat())
    }
}

/// Makes inputs of modules that are all in one language.
pub struct Mutator {
    lexer: Lexer,
    modules: Vec<Tokenized>,
    /// Each spelling of a token in the modules once, by kind: a rare word is chosen as often as a frequent one.
    vocabulary: BTreeMap<Kind, Vec<String>>,
}

impl Mutator {
    /// Inputs are made of these texts.
    ///
    /// # Errors
    /// None; see [`Lexer::new`].
    pub fn new(texts: impl IntoIterator<Item = String>) -> Result<Mutator, regex::Error> {
        let lexer = Lexer::new()?;
        let mut vocabulary: BTreeMap<Kind, Vec<String>> = BTreeMap::new();
        let tokenized = |text: String| Tokenized { tokens: lexer.tokens(&text), text };
        let modules: Vec<Tokenized> = texts.into_iter().map(tokenized).filter(|m| !m.tokens.is_empty()).collect();
        for module in &modules {
            for token in &module.tokens {
                vocabulary.entry(token.kind).or_default().push(module.word(token).to_owned());
            }
        }
        for words in vocabulary.values_mut() {
            words.sort_unstable();
            words.dedup();
        }
        Ok(Mutator { lexer, modules, vocabulary })
    }

    /// The input of a number. The same modules, seed and number yield the same input.
    pub fn input(&self, seed: u64, number: u64) -> String {
        let mut rng = Rng::with_seed(seed ^ number.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let Some(module) = rng.choice(&self.modules) else { return String::new() };
        // Most inputs have one edit: an input that is refused for one reason hides all others.
        let edits = (1 + rng.u32(..).trailing_zeros()).min(EDITS);
        let mut text = self.edited(module, &mut rng).unwrap_or_default();
        for _ in 1..edits {
            let tokens = self.lexer.tokens(&text);
            if tokens.is_empty() {
                break;
            }
            let own = Tokenized { text, tokens };
            text = self.edited(&own, &mut rng).unwrap_or(own.text);
        }
        text
    }

    /// A text with one edit; `None` where the edit does not go with the text, or makes it too long.
    fn edited(&self, own: &Tokenized, rng: &mut Rng) -> Option<String> {
        let text = match rng.u32(..20) {
            0..=4 => self.with_edited_lines(&own.text, rng),
            5 => own.nested(rng),
            _ => self.with_edited_token(own, rng),
        };
        text.filter(|text| text.len() <= LONGEST)
    }

    /// Leaves out, repeats, exchanges or moves lines, or takes some from another module.
    fn with_edited_lines(&self, text: &str, rng: &mut Rng) -> Option<String> {
        let mut lines: Vec<&str> = text.split_inclusive('\n').collect();
        let (from, to) = (rng.usize(..lines.len()), rng.usize(..lines.len()));
        match rng.u32(..5) {
            0 => drop(lines.remove(from)),
            1 => lines.insert(to, lines[from]),
            2 => lines.swap(from, to),
            3 => {
                let line = lines.remove(from);
                lines.insert(to.min(lines.len()), line);
            }
            _ => {
                let others: Vec<&str> = rng.choice(&self.modules)?.text.split_inclusive('\n').collect();
                let first = rng.usize(..others.len());
                let count = if rng.bool() { 1 } else { rng.usize(1..8) };
                lines.splice(to..to, others.into_iter().skip(first).take(count));
            }
        }
        Some(lines.concat())
    }

    /// Edits one token that is no white space.
    fn with_edited_token(&self, own: &Tokenized, rng: &mut Rng) -> Option<String> {
        let solid: Vec<usize> = (0..own.tokens.len()).filter(|&at| own.tokens[at].kind != Kind::Space).collect();
        let place = rng.choice(&solid).copied()?;
        let token = &own.tokens[place];
        let word = own.word(token);
        Some(match rng.u32(..16) {
            0 => own.with(token, ""),
            1 => own.with(token, &format!("{word} {word}")),
            2 => own.exchanged(token, &own.tokens[rng.choice(&solid).copied()?])?,
            3 => own.exchanged(token, own.any(token.kind, rng)?)?,
            4 | 5 if token.kind == Kind::Open => self.with_other_group(own, place, rng)?,
            4..=7 => own.with(token, own.word(own.any(token.kind, rng)?)),
            8 => own.with(token, rng.choice(self.vocabulary.get(&token.kind)?)?),
            // A flag, an attribute, a keyword is put after the token.
            9 => own.with(token, &format!("{word} {}", rng.choice(self.vocabulary.get(&Kind::Word)?)?)),
            _ if token.kind == Kind::Number => own.with(token, &number(word, rng)),
            _ => {
                let other = rng.choice(&self.modules)?;
                own.with(token, other.word(other.any(token.kind, rng)?))
            }
        })
    }

    /// Puts a bracket's contents in place of those of the bracket at a place.
    fn with_other_group(&self, own: &Tokenized, place: usize, rng: &mut Rng) -> Option<String> {
        let source = if rng.bool() { own } else { rng.choice(&self.modules)? };
        let open = &own.tokens[place];
        let other = source.bracket(Some(own.word(open)), rng)?;
        let contents = &source.text[source.tokens[other].span.start..source.group_end(other)?];
        Some([&own.text[..open.span.start], contents, &own.text[own.group_end(place)?..]].concat())
    }
}

fn number(word: &str, rng: &mut Rng) -> String {
    let by = rng.i64(-2..=2);
    match word.parse::<i64>() {
        Ok(value) if rng.bool() => value.wrapping_add(by).to_string(),
        Ok(value) if rng.bool() => value.wrapping_mul(2).to_string(),
        _ => rng
            .choice(NUMBERS.split(' ').filter(|number| !number.is_empty()).collect::<Vec<_>>())
            .unwrap_or("0")
            .to_owned(),
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_number_gives_the_same_input_each_time() {
        let texts = ["define i32 @f(i32 %x) {\n  ret i32 %x\n}\n", "@g = global [2 x i8] [i8 1, i8 2]\n"];
        let mutator = || Mutator::new(texts.map(str::to_owned)).unwrap();
        let (first, second) = (mutator(), mutator());
        let inputs: Vec<String> = (0..500).map(|number| first.input(1, number)).collect();
        assert!((0..500).all(|number| second.input(1, number) == inputs[number as usize]));
        assert!(inputs.iter().filter(|input| !texts.contains(&input.as_str())).count() > 250);
        assert_ne!(first.input(2, 0), inputs[0]);
    }
}
