package checkers

import (
	"bufio"
	"encoding/binary"
	"encoding/gob"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"slices"

	"github.com/anel-mc/mc/explore"
	"github.com/anel-mc/mc/model"
	"github.com/anel-mc/mc/model/system"
)

// ErrCheckpoint is the error of Check, wrapped with the reason, if a check cannot continue from Options.Resume, or if
// its model cannot be saved for Options.Checkpoint.
var ErrCheckpoint = explore.ErrCheckpoint

// checkpointed makes the properties' terms and what the system knows a part of checkpoints, before
// what the search knows, and restores the system from the one that the check is to go on from.
func checkpointed(sys *system.System, properties []Property, opt Options) (Options, error) {
	if opt.Checkpoint == nil && opt.Resume == nil {
		return opt, nil
	}
	if err := sys.Savable(); err != nil {
		return opt, fmt.Errorf("%w: %w", ErrCheckpoint, err)
	}
	if checkpoint := opt.Checkpoint; checkpoint != nil {
		opt.Checkpoint = func(p explore.Progress, write func(io.Writer) error) {
			checkpoint(p, func(w io.Writer) error {
				if err := gob.NewEncoder(w).Encode(terms(properties)); err != nil {
					return err
				}
				if err := sys.Save(w); err != nil {
					return err
				}
				return write(w)
			})
		}
	}
	if opt.Resume != nil {
		opt.Resume = bufio.NewReader(opt.Resume) // of which no part reads more than is its own
		err := restore(sys, properties, opt.Resume)
		if errors.As(err, new(*model.Error)) {
			return opt, fault(sys, err)
		}
		if err != nil {
			return opt, fmt.Errorf("%w: %w", ErrCheckpoint, err)
		}
	}
	return opt, nil
}

// restore makes a system that was just bound know what it knew.
func restore(sys *system.System, properties []Property, r io.Reader) error {
	var before []string
	if err := gob.NewDecoder(r).Decode(&before); err != nil {
		return fmt.Errorf("%w: %w", system.ErrDamaged, err)
	}
	if now := terms(properties); !slices.Equal(before, now) {
		was, is := system.Differing(before, now)
		return fmt.Errorf("%w: the properties were %q and are %q", system.ErrChanged, was, is)
	}
	return sys.Restore(r)
}

// terms are what properties are made with, but for functions, which are asked: in a checkpoint.
func terms(properties []Property) []string {
	var all []string
	for _, p := range properties {
		line := fmt.Sprintf("%s, %s", p.name, p.kind)
		if l := p.live; l != nil {
			line += fmt.Sprintf(", weak %v, strong %v, per process %v, %d assumed", l.fairness.Weak != nil,
				l.fairness.Strong != nil, l.fairness.PerProcess, len(l.assuming))
		}
		if p.trait != "" {
			line += fmt.Sprintf(", trait %s", p.trait)
		}
		if p.terms != "" {
			line += ", " + p.terms
		}
		all = append(all, line)
		for _, part := range terms(p.parts) {
			all = append(all, "part of "+p.name+": "+part)
		}
	}
	return all
}

// A file of a checkpoint is a line that says so, and then pieces: the length of each, a checksum of
// its number and its bytes, and these. The first piece says what is checked; one without bytes ends
// the file.

const checkpointMagic = "mc checkpoint 3\n"

// maxPiece is the longest piece.
const maxPiece = 1 << 20

// WriteCheckpoint writes a checkpoint file: a header, of at most a megabyte, and what write writes.
func WriteCheckpoint(w io.Writer, header []byte, write func(io.Writer) error) error {
	if len(header) == 0 || len(header) > maxPiece {
		return fmt.Errorf("a header of %d bytes: it must have 1 to %d", len(header), maxPiece)
	}
	if _, err := io.WriteString(w, checkpointMagic); err != nil {
		return err
	}
	p := &pieces{w: w}
	if _, err := p.Write(header); err != nil {
		return err
	}
	b := bufio.NewWriterSize(p, maxPiece)
	if err := write(b); err != nil {
		return err
	}
	if err := b.Flush(); err != nil {
		return err
	}
	return p.end()
}

// pieces writes a piece, or more, for each Write.
type pieces struct {
	w io.Writer
	n uint32 // written
}

func (p *pieces) Write(b []byte) (n int, err error) {
	for len(b) > 0 {
		piece := b[:min(len(b), maxPiece)]
		if err := p.piece(piece); err != nil {
			return n, err
		}
		n, b = n+len(piece), b[len(piece):]
	}
	return n, nil
}

func (p *pieces) end() error { return p.piece(nil) }

func (p *pieces) piece(b []byte) error {
	head := binary.LittleEndian.AppendUint32(nil, uint32(len(b)))
	head = binary.LittleEndian.AppendUint32(head, pieceSum(p.n, b))
	p.n++
	if _, err := p.w.Write(head); err != nil {
		return err
	}
	_, err := p.w.Write(b)
	return err
}

// pieceSum is the checksum of piece n.
func pieceSum(n uint32, b []byte) uint32 {
	table := crc32.MakeTable(crc32.Castagnoli)
	return crc32.Update(crc32.Checksum(binary.LittleEndian.AppendUint32(nil, n), table), table, b)
}

// ReadCheckpoint reads a checkpoint file: once to verify that it is complete, and then its header. rest is for
// Options.Resume.
func ReadCheckpoint(r io.ReadSeeker) (header []byte, rest io.Reader, err error) {
	start := func() (*pieceReader, error) {
		if _, err := r.Seek(0, io.SeekStart); err != nil {
			return nil, err
		}
		b := bufio.NewReaderSize(r, 1<<16)
		magic := make([]byte, len(checkpointMagic))
		if _, err := io.ReadFull(b, magic); err != nil || string(magic) != checkpointMagic {
			return nil, errors.New("it is no checkpoint, or of another version of this program")
		}
		return &pieceReader{r: b}, nil
	}
	p, err := start()
	for err == nil {
		err = p.next()
	}
	if err != io.EOF {
		return nil, nil, err
	}
	if _, err := p.r.ReadByte(); err != io.EOF {
		return nil, nil, errors.New("it is damaged: there is something behind its end")
	}
	if p, err = start(); err == nil {
		err = p.next()
	}
	if err != nil {
		return nil, nil, errors.New("it is damaged: it has no header")
	}
	header, p.piece = p.piece, nil
	return header, p, nil
}

// pieceReader reads pieces one behind the other.
type pieceReader struct {
	r     *bufio.Reader
	n     uint32 // read
	piece []byte // what is left of the last
	done  bool
}

// next reads a piece. After the last the error is io.EOF.
func (p *pieceReader) next() error {
	if p.done {
		return io.EOF
	}
	var head [8]byte
	if _, err := io.ReadFull(p.r, head[:]); err != nil {
		return short(err)
	}
	n := binary.LittleEndian.Uint32(head[:])
	if n > maxPiece {
		return fmt.Errorf("it is damaged: part %d of it is not as it was written", p.n+1)
	}
	p.piece = make([]byte, n)
	if _, err := io.ReadFull(p.r, p.piece); err != nil {
		return short(err)
	}
	if pieceSum(p.n, p.piece) != binary.LittleEndian.Uint32(head[4:]) {
		return fmt.Errorf("it is damaged: part %d of it is not as it was written", p.n+1)
	}
	p.n++
	if n == 0 {
		p.done = true
		return io.EOF
	}
	return nil
}

func short(err error) error {
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		return errors.New("it is damaged: its end is missing")
	}
	return err
}

func (p *pieceReader) Read(b []byte) (int, error) {
	for len(p.piece) == 0 {
		if err := p.next(); err != nil {
			return 0, err
		}
	}
	n := copy(b, p.piece)
	p.piece = p.piece[n:]
	return n, nil
}
