package dev.sluice.control.cli;

import dev.sluice.core.text.InputFile;
import java.io.IOException;
import java.io.StreamTokenizer;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * The words of a command line with those of its files: {@code @FILE} stands for the words in that
 * file, which may name further files; each is read once, as far as a limit. {@code @@} at the
 * beginning of a word stands for one {@code @}, and what names no file stands for itself.
 */
final class OptionFiles {

  private final Set<Path> read = new HashSet<>();
  private final List<String> words = new ArrayList<>();

  private OptionFiles() {}

  /**
   * The words, those of files in the place of their names.
   *
   * @throws IOException if a file cannot be read or is too large; its message is one line that
   *     names it
   */
  static String[] expanded(String... arguments) throws IOException {
    OptionFiles files = new OptionFiles();
    for (String argument : arguments) {
      files.add(argument);
    }
    return files.words.toArray(String[]::new);
  }

  private void add(String word) throws IOException {
    if (!word.startsWith("@") || word.length() == 1) {
      words.add(word);
    } else if (word.startsWith("@@")) {
      words.add(word.substring(1));
    } else if (!word.contains("\0") && Files.isReadable(Path.of(word.substring(1)))) {
      addFile(Path.of(word.substring(1)));
    } else {
      words.add(word);
    }
  }

  private void addFile(Path file) throws IOException {
    if (read.add(file.toAbsolutePath().normalize())) {
      for (String word : wordsOf(text(file))) {
        add(word);
      }
    }
  }

  private static String text(Path file) throws IOException {
    try {
      return InputFile.text(file, InputFile.HAND_WRITTEN_BYTES);
    } catch (InputFile.TooLargeException e) {
      throw new IOException("options file '" + file + "': " + e.getMessage(), e);
    } catch (IOException e) {
      throw new IOException(
          "options file '" + file + "' cannot be read: " + InputFile.reason(e), e);
    }
  }

  /** Words are apart by white space, unless they are quoted; {@code #} begins a comment. */
  private static List<String> wordsOf(String text) throws IOException {
    StreamTokenizer tokens = new StreamTokenizer(new StringReader(text));
    tokens.resetSyntax();
    tokens.wordChars('!', 0xff); // and all beyond
    tokens.whitespaceChars(0, ' ');
    tokens.quoteChar('"');
    tokens.quoteChar('\'');
    tokens.commentChar('#');
    List<String> words = new ArrayList<>();
    while (tokens.nextToken() != StreamTokenizer.TT_EOF) {
      words.add(tokens.sval);
    }
    return words;
  }
}
