package dev.sluice.control.secret;

import dev.sluice.jms.provider.Secret;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.json.JSONObject;

/**
 * The secrets that this process was given, and what keeps them out of everything it writes: they
 * are added where they come in, and every text that leaves the process is passed through {@link
 * #mask}. Any thread.
 */
public final class Secrets {

  /** Shorter ones cannot be told from the text around them. */
  private static final int MIN_CHARACTERS = 4;

  /** Shorter ones are masked as whole words only. */
  private static final int MIN_CHARACTERS_WITHIN_WORDS = 8;

  private static final Pattern PARTS = Pattern.compile("[@,]");
  private static final Pattern NUMBER = Pattern.compile("[-+.\\d]+");

  /** In every form in which one may be written, the longest first. */
  private volatile List<String> forms = List.of();

  /** Adds a secret. */
  public void add(String secret) {
    Set<String> more = new LinkedHashSet<>(forms);
    addForms(secret, more);
    for (String part : PARTS.split(secret)) { // a wrong URL is taken apart at wrong places
      addForms(part, more);
    }
    if (more.size() > forms.size()) {
      set(more);
    }
  }

  /** Adds a value if its name says that it is a secret, and else the secrets in it. */
  public void addNamed(String name, String value) {
    if (SecretRules.isSecret(name)) {
      add(value);
    } else {
      addIn(value);
    }
  }

  /** Adds the secrets in a text: in URLs, beside names such as {@code password=}. */
  public void addIn(String text) {
    SecretRules.find(text).forEach(this::add);
  }

  /** Adds the secrets among the words of a command line. */
  public void addIn(List<String> words) {
    String previous = "";
    for (String word : words) {
      if (previous.startsWith("-") && SecretRules.isSecret(previous) && !word.startsWith("--")) {
        add(word);
      }
      addIn(word);
      previous = word;
    }
  }

  /** The text without any secret of this process. */
  public String mask(String text) {
    String masked = text;
    for (String form : forms) {
      if (masked.contains(form)) {
        masked = without(form, masked);
      }
    }
    return masked;
  }

  /** A stream of text in which secrets are masked, line by line. */
  public PrintStream masking(PrintStream stream) {
    OutputStream lines = new MaskingStream(stream, this::mask);
    // without autoflush, which would pass on pieces of lines
    return new PrintStream(lines, false, StandardCharsets.UTF_8);
  }

  /** A writer of text in which secrets are masked, from flush to flush. */
  public PrintWriter masking(PrintWriter writer) {
    OutputStream lines = new MaskingStream(new WriterStream(writer), this::mask);
    return new PrintWriter(lines, true, StandardCharsets.UTF_8);
  }

  private static void addForms(String secret, Set<String> forms) {
    String value = secret.strip();
    if (value.length() < MIN_CHARACTERS || value.chars().allMatch(c -> c == '*')) {
      return;
    }
    forms.add(value);
    String json = JSONObject.quote(value);
    forms.add(json.substring(1, json.length() - 1));
    forms.add(value.replace("\"", "\"\""));
    forms.add(value.replace("<", "\\u003c"));
    forms.add(URLEncoder.encode(value, StandardCharsets.UTF_8));
    try {
      String decoded = URLDecoder.decode(value, StandardCharsets.UTF_8);
      if (decoded.length() >= MIN_CHARACTERS) {
        forms.add(decoded);
      }
    } catch (IllegalArgumentException e) {
      return; // it has a per cent sign of its own
    }
  }

  private synchronized void set(Set<String> more) {
    more.addAll(forms);
    List<String> sorted = new ArrayList<>(more);
    sorted.sort(Comparator.comparingInt(String::length).reversed());
    forms = List.copyOf(sorted);
  }

  private static String without(String secret, String text) {
    StringBuilder masked = new StringBuilder();
    int from = 0;
    for (int at = text.indexOf(secret); at >= 0; at = text.indexOf(secret, at + 1)) {
      int end = at + secret.length();
      if (at >= from && isSecretThere(secret, text, at, end)) {
        masked.append(text, from, at).append(Secret.MASK);
        from = end;
      }
    }
    return masked.append(text, from, text.length()).toString();
  }

  /** A name in JSON is none, nor is a figure in a table, nor a part of another word. */
  private static boolean isSecretThere(String secret, String text, int start, int end) {
    char before = start == 0 ? '\n' : text.charAt(start - 1);
    char after = end == text.length() ? '\n' : text.charAt(end);
    if (before == '"' && text.startsWith("\":", end)) {
      return false;
    }
    if (NUMBER.matcher(secret).matches()) {
      boolean figure = ",:[ \n".indexOf(before) >= 0 && ",]}\n\r".indexOf(after) >= 0;
      return !figure && !Character.isDigit(before) && !Character.isDigit(after);
    }
    return secret.length() >= MIN_CHARACTERS_WITHIN_WORDS
        || !(Character.isLetterOrDigit(before) || Character.isLetterOrDigit(after));
  }

  /** Passes text, which is whole in each piece, on to a writer. */
  private static final class WriterStream extends OutputStream {

    private final PrintWriter out;

    WriterStream(PrintWriter out) {
      this.out = out;
    }

    @Override
    public void write(int octet) {
      out.write(octet);
    }

    @Override
    public void write(byte[] octets, int offset, int length) {
      out.write(new String(octets, offset, length, StandardCharsets.UTF_8));
    }

    @Override
    public void flush() throws IOException {
      if (out.checkError()) { // which flushes
        throw new IOException("it takes nothing"); // a printer keeps that to itself
      }
    }
  }

  /**
   * Passes text on line by line, so that a secret is seen whole; a flush passes on what is there.
   */
  public static final class MaskingStream extends OutputStream {

    private final OutputStream out;
    private final UnaryOperator<String> mask;
    private final ByteArrayOutputStream held = new ByteArrayOutputStream(); // guarded by this

    /**
     * @param out takes UTF-8
     */
    public MaskingStream(OutputStream out, UnaryOperator<String> mask) {
      this.out = out;
      this.mask = mask;
    }

    @Override
    public synchronized void write(int octet) throws IOException {
      held.write(octet);
      if (octet == '\n') {
        passOn();
      }
    }

    @Override
    public synchronized void write(byte[] octets, int offset, int length) throws IOException {
      held.write(octets, offset, length);
      if (length > 0 && octets[offset + length - 1] == '\n') {
        passOn();
      }
    }

    @Override
    public synchronized void flush() throws IOException {
      passOn();
      out.flush();
      if (out instanceof PrintStream printer && printer.checkError()) {
        throw new IOException("it takes nothing"); // a printer keeps that to itself
      }
    }

    @Override
    public synchronized void close() throws IOException {
      flush();
      out.close();
    }

    private void passOn() throws IOException {
      if (held.size() > 0) {
        String text = held.toString(StandardCharsets.UTF_8);
        held.reset();
        out.write(mask.apply(text).getBytes(StandardCharsets.UTF_8));
      }
    }
  }
}
